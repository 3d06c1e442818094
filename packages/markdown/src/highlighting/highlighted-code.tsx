import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { highlight } from "./highlight.ts";

/** Highlighted code, one `code-*` class for each kind of piece; plain if its language is unknown. */
export function HighlightedCode({ text, language }: { text: string; language: string }): JSX.Element {
  const pieces = useMemo(() => highlight(text, language), [text, language]);
  return (
    <>
      {pieces?.map(({ kind, text: piece }, index) =>
        kind ? (
          <span key={index} class={`code-${kind}`}>
            {piece}
          </span>
        ) : (
          piece
        ),
      ) ?? text}
    </>
  );
}
