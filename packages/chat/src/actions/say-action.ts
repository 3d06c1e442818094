import type { ActionView } from "@servicechat/contract";
import type { Words } from "../words/words.ts";
import { readFields } from "./read-fields.ts";

/** How a chosen action appears on screen: its label, then a line for each field that was filled in. */
export function sayAction(
  { label, inputSchema }: Pick<ActionView, "label" | "inputSchema">,
  input: Readonly<Record<string, unknown>> | undefined,
  words: Pick<Words, "yes" | "no">,
): string {
  const lines = (readFields(inputSchema) ?? []).flatMap(({ name, title, choices }) => {
    const value = input && Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) return [];
    const choice = choices.find((each) => each.value === value);
    if (choice) return `${title}: ${choice.label}`;
    if (typeof value === "boolean") return `${title}: ${value ? words.yes : words.no}`;
    return `${title}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  return [label, ...lines].join("\n");
}
