import { randomUUID } from "node:crypto";
import type { Coordination, LiveReplyWriter, NodeEvent, TurnSlot } from "@servicechat/coordination";
import { createTurnAcceptor } from "../../../packages/server/src/turn/accept-turn.ts";
import { enforceHandoffTimeouts } from "../../../packages/server/src/handoff/enforce-handoff-timeouts.ts";
import { endOrphans } from "../../../packages/server/src/reply/end-orphans.ts";
import { createPersonRequests } from "../../../packages/server/src/handoff/request-person.ts";
import { createReturns } from "../../../packages/server/src/handoff/return-to-agent.ts";
import { createReplyRunner, type ReplyRunner } from "../../../packages/server/src/reply/run-replies.ts";
import {
  stopTakenReplies,
  receiveNodeEvents,
} from "../../../packages/server/src/streams/external-changes.ts";
import { createReplyWriter } from "../../../packages/server/src/reply/write-replies.ts";
import { createMetrics } from "../../../packages/server/src/telemetry/metrics.ts";
import { createIdleStreams } from "../../../packages/server/src/streams/idle-streams.ts";
import { createScriptedAgent } from "./scripted-agent.ts";
import type { Walk, WalkedNode } from "./walk.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Nodes that are connected by something that may be slow, and may lose their events. */
export interface Cluster {
  readonly coordination: Coordination;
  /** The running ones, by id. */
  readonly nodes: Map<string, { readonly me: WalkedNode; readonly hear: (event: NodeEvent) => void }>;
  readonly writers: Map<string, LiveReplyWriter>;
}

/** A running node, assembled as the server does it. */
export type ClusterNode = ReturnType<typeof startNode>;

/** Starts a node of a cluster. */
export function startNode(walk: Walk, { coordination: shared, nodes, writers }: Cluster) {
  const me: WalkedNode = { id: `n${Math.floor(walk.random() * 1e6)}`, isDead: false };
  const storage = walk.storageOf(me);
  const slots = new Set<TurnSlot>();
  const metrics = createMetrics();
  const nowMs = () => walk.clock;
  const listeners = new Set<(event: NodeEvent) => void>();
  const hear = (event: NodeEvent) => listeners.forEach((listener) => listener(event));

  const coordination: Coordination = {
    ...shared,
    nodes: { id: me.id, alive: async () => [...nodes.keys()], onLost: () => () => undefined },
    nodeEvents: {
      publish(event) {
        for (const [id, node] of nodes) {
          if (id !== me.id && walk.random() < 0.25) continue;
          void walk.step(node.me, `hears ${event.type}`).then(() => node.hear(event));
        }
      },
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    turns: {
      async reserve(sessionId) {
        // A dead node requests nothing, even if it was waiting for a slot.
        if (me.isDead) return new Promise(() => undefined);
        const slot = await shared.turns.reserve(sessionId);
        if (slot) slots.add(slot);
        return slot;
      },
    },
    replies: {
      ...shared.replies,
      create(replyId) {
        const writer = shared.replies.create(replyId);
        const told = walk.seen.frames.get(replyId) ?? [];
        walk.seen.frames.set(replyId, told);
        writers.set(replyId, writer);
        return {
          ...writer,
          write(event) {
            if (me.isDead || writer.reply.ended) return;
            told.push(event);
            writer.write(event);
          },
        };
      },
      abandon(replyId, last) {
        writers.get(replyId)?.write(last);
        writers.get(replyId)?.close();
      },
    },
  };

  const { conversations } = storage;
  const writer = createReplyWriter({ conversations, log });
  const disown = (replyId: string) => writer.disown(replyId);
  const personRequests = createPersonRequests({ storage, coordination, nowMs });
  const replies = createReplyRunner({
    agent: createScriptedAgent(walk, me),
    conversations,
    files: storage.files,
    keepImage: async () => undefined,
    hashUser: () => undefined,
    handoffToolOf: personRequests.handoffToolOf,
    handoffs: storage.handoffs,
    countHits: async () => undefined,
    writer,
    log,
    metrics,
    tracing: undefined,
  });
  const run: ReplyRunner["run"] = (job) => replies.run(job);
  const handoff = {
    ...personRequests,
    ...createReturns({ storage, coordination, nowMs, run, disown }),
  };
  const idle = createIdleStreams({ storage, coordination, metrics, nowMs });
  // As the service's task does: a follower of a reply that its node no longer writes notices by it.
  setInterval(() => idle.beat(), 1_000);
  receiveNodeEvents(coordination.nodeEvents, { replies, idle, streams: { cut: () => undefined } as never });
  const accept = createTurnAcceptor({
    storage,
    coordination,
    secret: "s".repeat(32),
    nowMs,
    log,
    disown,
    addressOf: () => "address",
    identifyUser: async () => undefined,
  });

  return {
    me,
    storage,
    hear,
    coordination,
    accept,
    replies,
    handoff,
    writer,
    idle,
    /** Dies: it does nothing more, but what it has sent may arrive. */
    kill() {
      me.isDead = true;
      nodes.delete(me.id);
    },
    /** Another node cleans up after it. */
    async clearUpAfter({ slots: left }: { readonly slots: ReadonlySet<TurnSlot> }) {
      for (const slot of left) slot.leave();
      await endOrphans({ ...storage, handoff, coordination, log });
    },
    lookForTakes: () => stopTakenReplies({ storage, replies })(),
    lookForHolders: () => enforceHandoffTimeouts({ storage, handoff, idle, nowMs }),
    slots,
    newRequestId: () => randomUUID(),
  };
}
