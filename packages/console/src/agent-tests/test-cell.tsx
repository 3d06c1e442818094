import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";

/** What the keys of a cell do besides typing. */
export interface CellKeys {
  /** Enter: to the same field of the next line. */
  readonly next: () => void;
  /** Alt with an arrow: moves the line up (-1) or down (1). */
  readonly move: (by: -1 | 1) => void;
}

/** A field of the table, edited in place: Enter and leaving it keep what was typed, Escape does not. */
export function TestCell({
  id,
  label,
  placeholder,
  value,
  change,
  keys,
  mayEdit,
}: {
  /** Unique in the table: it is focused by this. */
  id: string;
  /** The column, as narrow screens show it, and the accessible name. */
  label: { readonly column: string; readonly name: string };
  placeholder?: string;
  value: string;
  change: (text: string) => void;
  keys: CellKeys;
  mayEdit: boolean;
}): JSX.Element {
  const [typed, setShown] = useState<string>();
  // A key may move the focus before this is drawn again: what was typed is kept once.
  const latest = useRef<string>(undefined);
  const setTyped = (text: string | undefined): void => {
    latest.current = text;
    setShown(text);
  };
  const text = typed ?? value;
  const keep = (): void => {
    const kept = latest.current;
    setTyped(undefined);
    if (kept !== undefined && kept !== value) change(kept);
  };
  return (
    <label class="test-cell">
      <span class="test-column" aria-hidden="true">
        {label.column}
      </span>
      <textarea
        data-cell={id}
        aria-label={label.name}
        dir="auto"
        rows={Math.max(1, text.split("\n").length)}
        enterkeyhint="next"
        placeholder={placeholder}
        readOnly={!mayEdit}
        maxLength={8_000}
        value={text}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
            event.preventDefault();
            keep();
            keys.move(event.key === "ArrowUp" ? -1 : 1);
          } else if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            keep();
            keys.next();
          } else if (event.key === "Escape" && typed !== undefined) {
            event.preventDefault();
            setTyped(undefined);
          }
        }}
      />
    </label>
  );
}

/** A field of several texts, one on each line. */
export const asLines = (texts: readonly string[]): string => texts.join("\n");

/** The texts of a field, without empty lines. */
export const fromLines = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
