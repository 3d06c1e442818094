import type { PassageRecord } from "./knowledge-store.ts";

/** What is selected of a passage. */
interface JoinedRow {
  readonly id: number;
  readonly document_id: string;
  readonly headings: string;
  readonly anchor: string | null;
  readonly text: string;
  readonly title: string;
  readonly url: string | null;
}

/** What both drivers select of a passage that a search found. */
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
