import type { Installation, InstalledNode } from "../installation.ts";
import type { Fault } from "./fault.ts";

const hourMs = 3_600_000;
/** A lost node is noticed when its lease expires, but whatever it had committed is available at once. */
const settleMs = 500;

/** Faults of the service's processes. @param pick Returns the node that is affected */
export function nodeFaults(installation: Installation, pick: () => InstalledNode): readonly Fault[] {
  const { nodes } = installation;

  const kill: Fault = {
    name: "kill -9 of a node",
    lane: "inside",
    settleMs,
    async inject() {
      const node = pick();
      await node.kill();
      return () => node.start();
    },
  };

  const terminate: Fault = {
    name: "SIGTERM to a node under load",
    lane: "inside",
    settleMs,
    async inject() {
      const node = pick();
      await node.terminate();
      return () => node.start();
    },
  };

  const rollingRestart: Fault = {
    name: "rolling restart of all nodes",
    lane: "inside",
    settleMs,
    async inject() {
      for (const node of nodes) {
        await node.terminate();
        await node.start();
      }
      return async () => undefined;
    },
  };

  const clock = (name: string, clockOffsetMs: number): Fault => ({
    name,
    lane: "inside",
    settleMs,
    async inject() {
      const node = pick();
      await node.suffer({ clockOffsetMs });
      return () => node.suffer({});
    },
  });

  return [
    kill,
    terminate,
    ...(nodes.length > 1 ? [rollingRestart] : []),
    clock("clock jumps 3 hours ahead, and back", 3 * hourMs),
    clock("clock jumps 3 hours back, and ahead", -3 * hourMs),
  ];
}

/** The SQLite database of a node cannot grow. */
export function diskFull(pick: () => InstalledNode): Fault {
  return {
    name: "full disk",
    lane: "inside",
    settleMs: 1_000,
    async inject() {
      const node = pick();
      await node.suffer({ isDiskFull: true });
      return () => node.suffer({});
    },
  };
}
