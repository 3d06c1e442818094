import { commandLine } from "@servicechat/operations";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { answered } from "./answered.ts";
import { checkPattern } from "./check-pattern.ts";
import { keyIdOf, keyView } from "./key-view.ts";

/** `servicechat key allow` and `key disallow`. Allowing what is allowed already changes nothing. */
export function changeAllowlist(parts: CommandParts, change: "allow" | "disallow") {
  return async (id: string, pattern: string, { json }: JsonOption): Promise<void> => {
    checkPattern(pattern);
    const changed = await parts.withOperations(({ operations }) =>
      operations.keys[change](commandLine, { id: keyIdOf(id), pattern }),
    );
    const key = answered(changed);
    if (json) return parts.output.json(keyView(key));
    if (key.allowed.length === 0) return parts.output.line(`Key ${key.id} no longer allows any site.`);
    parts.output.line(`Key ${key.id} allows: ${key.allowed.join(", ")}`);
  };
}
