import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Handoff, HandoffDependencies } from "../context/handoff.ts";
import type { HandoffModule } from "../context/lazy-modules.ts";
import type { LazyModule } from "../lazy/create-lazy-module.ts";
import type { Network } from "../network/create-network.ts";

/** Loads the part for people as soon as it is known that they may take part; until then there is none. */
export function joinHandoff({
  handoffModule,
  network,
  ...dependencies
}: Omit<HandoffDependencies, keyof Network> & {
  readonly handoffModule: LazyModule<HandoffModule>;
  readonly network: Network;
}): ReadonlySignal<Handoff | undefined> {
  const handoff = signal<Handoff | undefined>(undefined);
  effect(() => {
    if (!dependencies.chat.agent.value?.handoff || handoff.peek()) return;
    void handoffModule.load();
    handoff.value = handoffModule.module.value?.openHandoff({ ...network, ...dependencies });
  });
  return handoff;
}
