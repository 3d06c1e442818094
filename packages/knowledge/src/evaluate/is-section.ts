import { slug } from "github-slugger";
import { withoutMarkdown } from "./without-markdown.ts";

/** What is known about a section of the knowledge that an answer names. */
export interface NamedSection {
  /** From the page's title down; empty when they are not known. */
  readonly headings: readonly string[];
  /** The words of its link. */
  readonly label?: string;
  /** Of its address, without the `#`. */
  readonly fragment?: string;
}

/**
 * Whether a named section is the given one, or is below it: by its headings, its link's words, or the fragment they
 * form.
 */
export function isSection({ headings, label = "", fragment = "" }: NamedSection, section: string): boolean {
  const wanted = withoutMarkdown(section);
  const names = [...headings, label, label.split(" › ").at(-1) ?? ""];
  if (names.some((name) => withoutMarkdown(name) === wanted)) return true;
  return fragment !== "" && fragment.replace(/-\d+$/, "") === slug(section).replace(/-\d+$/, "");
}
