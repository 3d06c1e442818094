import { useMemo } from "preact/hooks";
import { createGrowingMarkdown } from "../parse/growing-markdown.ts";
import type { Block } from "../tree.ts";

/**
 * The blocks of a text. While it grows at its end, only its last blocks are parsed again; the others stay the same
 * objects.
 *
 * @param finished Whether the text is complete.
 */
export function useMarkdown(text: string, finished: boolean): readonly Block[] {
  const reader = useMemo(createGrowingMarkdown, []);
  return useMemo(() => reader.read(text, finished), [reader, text, finished]);
}
