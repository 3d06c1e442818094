import type { FaultProxy, NetworkFault } from "../fault-proxy.ts";
import type { Fault } from "./fault.ts";

/** A network link that may break. */
export interface Link {
  /** Completes "connections are cut: ...". */
  readonly name: string;
  readonly lane: Fault["lane"];
  readonly settleMs: number;
  readonly delaysReplies?: boolean;
  /** Returns one of its connections, which is affected. */
  readonly pick: () => FaultProxy;
  /** Parts of requests whose responses can be lost although they take effect. */
  readonly lostAnswers?: readonly string[];
}

const states: readonly (readonly [name: string, fault: NetworkFault])[] = [
  ["every piece 150 ms late", { delayMs: 150 }],
  ["cut after 1,500 bytes", { cutAfterBytes: 1_500 }],
  ["one byte a second", { bytesPerSecond: 1 }],
  ["refused", { refuse: true }],
  ["stalled", { stall: true }],
];

/** The faults of a network link. */
export function networkFaults({ name, pick, lostAnswers = [], ...kind }: Link): readonly Fault[] {
  const lost = lostAnswers.map(
    (text) => [`answers to '${text.replace(/[ \0]/g, "")}' are lost`, { loseAnswerTo: text }] as const,
  );
  const held = [...states, ...lost].map(([what, fault]) => ({
    name: `${name}: ${what}`,
    ...kind,
    async inject() {
      const proxy = pick();
      proxy.set(fault);
      return async () => proxy.set({});
    },
  }));
  const once = (["cut", "halfClose"] as const).map((deed) => ({
    name: `${name}: ${deed === "cut" ? "all connections reset" : "half-closed by the server"}`,
    ...kind,
    async inject() {
      pick()[deed]();
      return async () => undefined;
    },
  }));
  return [...held, ...once];
}
