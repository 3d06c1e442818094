import { accounts, contracts, money, orders, service } from "./business.ts";
import { screensAndDevices, software } from "./technology.ts";
import { timeAndPlace, travelAndPeople } from "./time-and-travel.ts";
import type { Language } from "../stop-words.ts";

/** The languages of the columns, in their order. */
const columns = ["en", "de", "es", "fr", "it", "pt", "nl", "pl", "tr"] as const satisfies readonly Language[];

/** Words that mean the same in a request for help, by language. The first is the most common one. */
export type Concept = Readonly<Record<Language, readonly string[]>>;

/**
 * Typical topics of help centres and documentation. A line is a concept, its columns are the languages, and words in a
 * column are synonyms.
 */
export function readConcepts(): readonly Concept[] {
  return [
    accounts,
    contracts,
    money,
    orders,
    screensAndDevices,
    service,
    software,
    timeAndPlace,
    travelAndPeople,
  ]
    .flatMap((table) => table.trim().split("\n"))
    .map((line) => {
      const cells = line.split("|").map((cell) => cell.trim().split(" ").filter(Boolean));
      const entries = columns.map((language, at) => [language, cells[at] ?? []] as const);
      return Object.fromEntries(entries) as unknown as Concept;
    });
}
