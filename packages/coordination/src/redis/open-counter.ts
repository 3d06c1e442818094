import type { RequestCounter } from "../coordination.ts";
import type { LearningCounter } from "./learn-windows.ts";
import type { RedisLink } from "./link.ts";
import { createSharedCounter } from "./request-counter.ts";
import { createShareRule } from "./share-rule.ts";
import { createSharedWindows } from "./shared-windows.ts";

interface Dependencies {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
  readonly nodes: { readonly known: readonly string[] };
  readonly name: string;
  readonly channelName: string;
  readonly windowMs: number;
  readonly nowMs: () => number;
  readonly serverMicroseconds: (() => number) | undefined;
}

/** A counter over all nodes for windows of one length, which reacts to losses of Redis. */
export function openCounter(dependencies: Dependencies): RequestCounter & LearningCounter {
  const { link, nodes, windowMs, nodeId, nowMs } = dependencies;
  const rule = createShareRule({ nowMs, windowMs });
  const windows = createSharedWindows({ ...dependencies, rule });
  const counter = createSharedCounter({ windows, rule, windowMs, nodeId, nowMs });

  link.onTrouble(() => rule.begin(nodes.known.length));
  link.onRelief(() => rule.end());
  // Sent before anything that is counted in Redis from now on, so it is counted there first.
  link.onUp(() => void counter.pushUnsent().catch(() => undefined));
  return {
    ...counter,
    get mustLearn() {
      return !rule.active;
    },
    learn: (keys) => windows.learn(keys),
  };
}
