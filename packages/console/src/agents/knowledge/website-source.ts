import { changeFile, readFile, valueIn } from "../../agent-file/edit-file.ts";
import { asEntry, type WebsiteSource } from "./website-entry.ts";

/**
 * Writes a website into an agent's file, in place of the one with an address if there is one; without a website, that
 * one is removed. Comments and everything else remain.
 *
 * @returns `undefined` if the file is not valid YAML
 */
export function writeWebsite(
  file: string,
  source: WebsiteSource | undefined,
  replaced?: string,
): string | undefined {
  const read = readFile(file);
  if (!read) return undefined;
  // The file has a list of sources, or an object that has them beside other settings.
  const knowledge = read["knowledge"];
  const isList = Array.isArray(knowledge) || typeof knowledge !== "object" || knowledge === null;
  const path = isList ? ["knowledge"] : ["knowledge", "sources"];
  const found = valueIn(read, path);
  const list: readonly unknown[] = Array.isArray(found) ? found : [];
  const at = replaced === undefined ? -1 : list.findIndex((entry) => addressOf(entry) === replaced);
  if (at < 0) return source ? changeFile(file, path, [...list, asEntry(source)]) : file;
  return changeFile(file, path, source ? list.with(at, asEntry(source)) : list.toSpliced(at, 1));
}

function addressOf(entry: unknown): unknown {
  return valueIn(entry, ["url"]) ?? valueIn(entry, ["sitemap"]);
}
