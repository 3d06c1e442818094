import { effect, signal, type Signal } from "@preact/signals";

/**
 * The mailed link that the visitor came by, until the part of the chat that asks about it takes it. The frame's entry in the
 * history keeps it meanwhile: the frame may reload itself because that part cannot be loaded, and the page gives the link
 * only once. Unlike storage, the entry is there where the browser blocks storage, and goes with the tab.
 */
export function keepMailedLink(history: Pick<History, "state" | "replaceState">): Signal<string | undefined> {
  const kept: unknown = history.state;
  const mailed = signal(
    typeof kept === "object" && kept !== null && "link" in kept && typeof kept.link === "string"
      ? kept.link
      : undefined,
  );
  effect(() => history.replaceState(mailed.value === undefined ? null : { link: mailed.value }, ""));
  return mailed;
}
