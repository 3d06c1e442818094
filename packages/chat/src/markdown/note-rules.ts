/** A token of the lexer that is a footnote. */
export interface NoteToken {
  readonly type: "note";
  readonly raw: string;
  readonly number: number;
  readonly text: string;
}

/** `[^1]: Returns`, until a blank line or the next one. */
const rule = /^ {0,3}\[\^(\d{1,3})\]:[ \t]*(\S[^\n]*(?:\n(?! {0,3}\[\^)[ \t]*\S[^\n]*)*)(?:\n+|$)/;

/** What a footnote's mark stands for (GitHub's Markdown: footnotes). */
export function readNote(source: string): NoteToken | undefined {
  const [raw, number, text] = rule.exec(source) ?? [];
  return raw && text ? { type: "note", raw, number: Number(number), text } : undefined;
}
