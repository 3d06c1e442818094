import { commandLine } from "@servicechat/operations";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { checkPattern } from "./check-pattern.ts";
import { keyIdOf, keyView } from "./key-view.ts";

/** `servicechat key allow` and `key disallow`. Allowing an origin that is already allowed changes nothing. */
export function changeAllowlist(context: CommandContext, change: "allow" | "disallow") {
  return async (id: string, pattern: string, { json }: JsonOption): Promise<void> => {
    checkPattern(pattern);
    const changed = await context.withOperations(({ operations }) =>
      operations.keys[change](commandLine, { id: keyIdOf(id), pattern }),
    );
    const key = resultOrThrow(changed);
    if (json) return context.output.json(keyView(key));
    if (key.allowed.length === 0) return context.output.line(`Key ${key.id} no longer allows any site.`);
    context.output.line(`Key ${key.id} allows: ${key.allowed.join(", ")}`);
  };
}
