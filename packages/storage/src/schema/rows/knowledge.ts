import type { Generated } from "kysely";

/** A file or page that was read, as `DocumentRecord` has it. */
export interface DocumentRow {
  id: string;
  agent_id: string;
  source: string;
  location: string;
  title: string;
  url: string | null;
  fingerprint: string;
  read_at: number;
}

/** A piece of a document. */
export interface PassageRow {
  id: Generated<number>;
  document_id: string;
  agent_id: string;
  headings: string;
  anchor: string | null;
  text: string;
  /** Hidden words of the headings, then the wordings with their own, with spaces between. */
  heading_terms: string;
  /** The same of the text. */
  text_terms: string;
}

/** The vector of a passage for ranking by meaning. */
export interface PassageVectorRow {
  passage_id: number;
  agent_id: string;
  /** Identity of the model that made it. */
  model: string;
  /** Numbers of four bytes each. */
  vector: Uint8Array;
}

/** One of the ways in which people ask what the section of a passage answers. */
export interface WordingRow {
  id: Generated<number>;
  passage_id: number;
  agent_id: string;
  text: string;
  /** Identity of the model that made the vector; `null` while there is none. */
  model: string | null;
  /** Numbers of four bytes each. */
  vector: Uint8Array | null;
}

/** How far the reading of an agent's web sources is. */
export interface CrawlRow {
  agent_id: string;
  /** The one that is not finished; `null` when none is open. */
  run: string | null;
  started_at: number | null;
  finished_at: number | null;
  /** The current holder; `null` if there is none. */
  holder: string | null;
  /** Until then the holder is believed to be at it. */
  held_until: number;
}

/** The reading of an agent's sources, as in `SyncState`. */
export interface SyncRow {
  agent_id: string;
  /** Who reads; `null` if nobody does. */
  holder: string | null;
  held_until: number;
  started_at: number;
  source: string | null;
  done: number;
  total: number | null;
  /** As JSON. */
  counts: string;
  finished_at: number | null;
  /** As JSON. */
  result: string | null;
}

/** What could not be read, as in `SourceFailure`. */
export interface SourceFailureRow {
  agent_id: string;
  location: string;
  source: string;
  reason: string;
}

/** The state of a web address, as in `PageRecord`. */
export interface PageRow {
  agent_id: string;
  address: string;
  source: string;
  run: string;
  location: string | null;
  hash: string | null;
  etag: string | null;
  last_modified: string | null;
  links: string;
}

/** A row of the table `approved_answers`. */
export interface ApprovedAnswerRow {
  id: string;
  agent_id: string;
  text: string;
  /** A list as JSON. */
  questions: string;
  verbatim: number;
  owner: string | null;
  /** A day, such as `2026-11-26`. */
  review_on: string | null;
  hits: number;
  last_hit_at: number | null;
  created_at: number;
  changed_at: number;
  changed_by: string | null;
  /** Grows with each change; a hit is none. */
  revision: number;
}
