import type { Signal } from "@preact/signals";
import type { LazyModuleParts } from "../lazy/create-lazy-module.ts";
import { pauseAfter } from "../lazy/pause-after.ts";
import { en } from "./en.ts";
import { loadWords } from "./load-words.ts";
import type { Words } from "./words.ts";

/**
 * Makes what finds the words: those of the first of some languages, with commas between them, or of the browser's. What cannot be
 * fetched is asked for again; until it is there the words stay as they are, English if there are none. Resolves with the
 * first of them.
 */
export function createSpeaker(
  words: Signal<Words | undefined>,
  { fetchLater, wait }: LazyModuleParts,
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
