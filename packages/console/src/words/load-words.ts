import { en } from "./en/en.ts";
import { languages, type Words } from "./words.ts";

/**
 * The dictionary of the first available language; English if there is none, or if it cannot be loaded. Its `lang` keeps
 * the region, which determines the format of times and numbers.
 */
export async function loadWords(wanted: readonly string[]): Promise<Words> {
  for (const tag of wanted) {
    const language = tag.split("-")[0]?.toLowerCase() ?? "";
    if (!Object.hasOwn(languages, language)) continue;
    const lang = Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? language;
    if (language === "en") return { ...en, lang };
    return import("./de/de.ts").then(
      ({ de }) => ({ ...de, lang }),
      () => en,
    );
  }
  return en;
}
