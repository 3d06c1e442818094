/** A document that was uploaded for an agent, as `UploadedDocument` has it. What is searched of it is in `documents`. */
export interface UploadedDocumentRow {
  agent_id: string;
  path: string;
  /** As it was given; `null` where the document names itself. */
  title: string | null;
  /** As it was given; `null` where the document may name one, empty where it shall have none. */
  url: string | null;
  /** What the document says of itself; `null` until it is read. */
  own_title: string | null;
  own_url: string | null;
  type: string;
  /** In bytes. */
  size: number;
  sha256: string;
  /** Id of its bytes. */
  content: string;
  state: string;
  reason: string | null;
  /** Sentences, a list as JSON. */
  missing: string;
  passages: number;
  enabled: number;
  added_at: number;
  by_kind: string;
  by_id: string | null;
  by_name: string | null;
  read_at: number | null;
  revision: string;
  /** Since when it waits to be read; kept when it is read. */
  waiting_since: number;
  /** Which process reads it, and until when it is believed to. */
  holder: string | null;
  held_until: number;
}

/** The bytes of a document as a whole. */
export interface DocumentContentRow {
  id: string;
  agent_id: string;
  /** When its pieces may be deleted; `null` while a document has it. */
  remove_at: number | null;
}

/** Some of the bytes of a document: so few that writing them holds up nobody. */
export interface DocumentPieceRow {
  content: string;
  number: number;
  bytes: Uint8Array;
}

/** How many documents an agent has, and their bytes; with an empty id those of all agents. */
export interface DocumentTotalRow {
  agent_id: string;
  documents: number;
  bytes: number;
}
