import { accounts } from "./accounts.ts";
import { contracts } from "./contracts.ts";
import { money } from "./money.ts";
import { orders } from "./orders.ts";
import { screensAndDevices } from "./screens-and-devices.ts";
import { service } from "./service.ts";
import { software } from "./software.ts";
import { timeAndPlace } from "./time-and-place.ts";
import { travelAndPeople } from "./travel-and-people.ts";
import type { Language } from "../stop-words.ts";

/** The languages of the columns, in their order. */
const columns = ["en", "de", "es", "fr", "it", "pt", "nl", "pl", "tr"] as const satisfies readonly Language[];

/** Words that mean the same to somebody who asks for help, by language. The first is the most usual one. */
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
