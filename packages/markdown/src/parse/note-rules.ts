import { type CitationLabel, labelOf } from "@servicechat/contract";

/** A token of the lexer that is a footnote. */
export interface NoteToken {
  readonly type: "note";
  readonly raw: string;
  readonly label: CitationLabel;
  readonly text: string;
}

/** `[^1]: Returns`, until a blank line or the next one. */
const rule = /^ {0,3}\[\^([\p{L}\d_-]{1,40})\]:[ \t]*(\S[^\n]*(?:\n(?! {0,3}\[\^)[ \t]*\S[^\n]*)*)(?:\n+|$)/u;

/** Reads the text of a footnote's label (GitHub's Markdown: footnotes). */
export function readNote(source: string): NoteToken | undefined {
  const [raw, name, text] = rule.exec(source) ?? [];
  return raw && name && text ? { type: "note", raw, label: labelOf(name), text } : undefined;
}
