import type { Inline } from "./tree.ts";

/** The words of running text, without its markup. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === "break") return " ";
      return "children" in inline ? plainText(inline.children) : inline.text;
    })
    .join("");
}
