import type { PassageRecord } from "./knowledge-store.ts";

/** The selected columns of a passage. */
interface JoinedRow {
  readonly id: number;
  readonly document_id: string;
  readonly headings: string;
  readonly anchor: string | null;
  readonly text: string;
  readonly title: string;
  readonly url: string | null;
}

/** The columns that both drivers select for a passage that a search found. */
export type FoundRow = JoinedRow & { readonly score: number };

/** A row that a search found, as a passage with its score. */
export function foundPassage(row: FoundRow): PassageRecord & { readonly score: number } {
  return { ...passageRecord(row), score: row.score };
}

/** A row as a passage. */
export function passageRecord(row: JoinedRow): PassageRecord {
  return {
    id: String(row.id),
    documentId: row.document_id,
    title: row.title,
    url: row.url,
    headings: JSON.parse(row.headings),
    anchor: row.anchor,
    text: row.text,
  };
}
