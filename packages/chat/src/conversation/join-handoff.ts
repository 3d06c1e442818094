import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Handoff, HandoffParts } from "../context/handoff.ts";
import type { HandoffModule } from "../context/lazy-modules.ts";
import type { LazyModule } from "../lazy/create-lazy-module.ts";
import type { Network } from "../network/create-network.ts";

/** Loads what lets people take part as soon as it is known that they may; until then there is none. */
export function joinHandoff({
  handoffModule,
  network,
  ...parts
}: Omit<HandoffParts, keyof Network> & {
  readonly handoffModule: LazyModule<HandoffModule>;
  readonly network: Network;
}): ReadonlySignal<Handoff | undefined> {
  const handoff = signal<Handoff | undefined>(undefined);
  effect(() => {
    if (!parts.chat.agent.value?.handoff || handoff.peek()) return;
    void handoffModule.load();
    handoff.value = handoffModule.module.value?.openHandoff({ ...network, ...parts });
  });
  return handoff;
}
