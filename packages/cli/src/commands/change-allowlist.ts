import { parseAllowEntry } from "@servicechat/server/origin-allowlist";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { Refusal } from "../refusal.ts";
import { keyView, requireLiveKey } from "./key-view.ts";

/** A pattern in the form that is stored. @throws Refusal with the reason when it is none */
export function allowEntry(pattern: string): string {
  const parsed = parseAllowEntry(pattern);
  if ("fault" in parsed)
    throw new Refusal(`The pattern ${JSON.stringify(pattern)} is refused: ${parsed.fault}.`);
  return parsed.entry;
}

/** `servicechat key allow` and `key disallow`. Allowing what is allowed already changes nothing. */
export function changeAllowlist(parts: CommandParts, change: "allow" | "disallow") {
  return async (id: string, pattern: string, { json }: JsonOption): Promise<void> => {
    const entry = allowEntry(pattern);
    const record = await parts.inHouse(async ({ storage }) => {
      for (;;) {
        const key = await requireLiveKey(storage, id);
        const isListed = key.allowed.includes(entry);
        if (change === "disallow" && !isListed) {
          throw new Refusal(
            `'${entry}' is not in the list of key ${key.id}: ${key.allowed.join(", ") || "it is empty"}.`,
          );
        }
        if (change === "allow" && isListed) return key;
        const allowed = isListed ? key.allowed.filter((other) => other !== entry) : [...key.allowed, entry];
        const changed = await storage.keys.setAllowed(key.id, allowed, key.allowed);
        // Without: another command was quicker, and its entry must neither be lost nor come back.
        if (changed) return changed;
      }
    });

    if (json) return parts.output.json(keyView(record));
    if (record.allowed.length === 0) return parts.output.line(`Key ${record.id} allows no site now.`);
    parts.output.line(`Key ${record.id} allows: ${record.allowed.join(", ")}`);
  };
}
