import type { Signal } from "@preact/signals";
import type { LazyModuleDependencies } from "../lazy/create-lazy-module.ts";
import { pauseAfter } from "../lazy/pause-after.ts";
import { en } from "./en.ts";
import { loadWords } from "./load-words.ts";
import type { Words } from "./words.ts";

/**
 * Creates what loads the texts: for the first of some languages, separated by commas, or the browser's. If loading
 * fails it is repeated; until then the texts stay as they are, English if there are none. Resolves with the first of
 * them.
 */
export function createSpeaker(
  words: Signal<Words | undefined>,
  { fetchLater, wait }: LazyModuleDependencies,
): (lang: string | undefined) => Promise<void> {
  let wanted: string | undefined;
  async function find(lang: string | undefined, losses = 0): Promise<void> {
    if (lang !== wanted) return;
    const asked = lang?.split(",") ?? [];
    const found = await loadWords([...asked, ...navigator.languages], fetchLater, losses).catch(
      () => undefined,
    );
    if (lang !== wanted) return;
    words.value = found ?? words.peek() ?? en;
    if (!found) void wait(pauseAfter(losses)).then(() => find(lang, losses + 1));
  }
  return (lang) => {
    wanted = lang;
    return find(lang);
  };
}
