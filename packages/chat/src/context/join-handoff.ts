import { effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { HandoffModule } from "../lazy/lazy-modules.ts";
import type { LazyModule } from "../lazy/create-lazy-module.ts";
import type { Network } from "../network/create-network.ts";
import type { Handoff, HandoffDependencies } from "./handoff.ts";

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

/**
 * The mailed link that the visitor came by, until the part of the chat that asks about it takes it. The frame's entry in the
 * history keeps it meanwhile: the frame may reload itself because that part cannot be loaded, and the page gives the link
 * only once. Unlike storage, the entry is there where the browser blocks storage, and goes with the tab.
 */
export function storeMailedLink(
  history: Pick<History, "state" | "replaceState">,
): Signal<string | undefined> {
  const kept: unknown = history.state;
  const mailed = signal(
    typeof kept === "object" && kept !== null && "link" in kept && typeof kept.link === "string"
      ? kept.link
      : undefined,
  );
  effect(() => history.replaceState(mailed.value === undefined ? null : { link: mailed.value }, ""));
  return mailed;
}
