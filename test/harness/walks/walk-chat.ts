import type { AgentRecord, Storage } from "@servicechat/storage";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import type fc from "fast-check";
import { seededRandom } from "../random-plan.ts";
import { faultsOf } from "./check-walk.ts";
import { startNode, type Cluster, type ClusterNode } from "./start-node.ts";
import { createWalk, type WalkTimers } from "./walk.ts";
import { begin, follow, stepNames, type Doing } from "./walk-steps.ts";

/** One step, and how much else happens before the next. */
export interface PlannedStep {
  readonly name: (typeof stepNames)[number];
  readonly steps: number;
}

/**
 * Walks through one chat on two nodes. Timers must be fake.
 *
 * @returns violations of the rules
 */
export async function walkChat({
  storage,
  agent,
  sessionId,
  scheduler,
  timers,
  seed,
  plan,
}: {
  readonly storage: Storage;
  readonly agent: AgentRecord;
  readonly sessionId: string;
  readonly scheduler: fc.Scheduler;
  readonly timers: WalkTimers;
  readonly seed: number;
  readonly plan: readonly PlannedStep[];
}): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const walk = createWalk({ storage, sessionId, scheduler, timers, random });
  const clock = { monotonicMs: () => walk.clock, wallMs: () => walk.clock };
  const cluster: Cluster = {
    coordination: createMemoryCoordination({ clock }),
    nodes: new Map(),
    writers: new Map(),
  };
  const start = (): ClusterNode => {
    const node = startNode(walk, cluster);
    cluster.nodes.set(node.me.id, node);
    return node;
  };
  const streams = start();
  let other = start();
  const doing: Doing = {
    walk,
    agent,
    streams,
    anyNode: () => (random() < 0.5 ? streams : other),
    crash() {
      const dead = other;
      dead.kill();
      other = start();
      void streams.clearUpAfter(dead);
    },
    count: 0,
  };
  const heard = follow(walk, streams);
  try {
    for (const { name, steps } of plan) {
      begin(name, doing);
      await walk.goOn(steps);
    }
    await walk.finish();
    // Nobody comes, and nobody says anything more.
    for (const name of ["silence", "look at streams"] as const) {
      begin(name, doing);
      await walk.finish();
    }
    return await timers.inRealTime(() => faultsOf(walk, storage, heard()));
  } finally {
    for (const node of [streams, other]) {
      node.idle.endAll();
      node.kill();
    }
    timers.clear();
  }
}
