/** One file or page that was read. */
export interface DocumentRecord {
  readonly id: string;
  readonly agentId: string;
  /** The source entry that found it, such as `files:./docs/**\/*.md`. */
  readonly source: string;
  /** Address or path, unique within the agent. */
  readonly location: string;
  readonly title: string;
  /** Where a visitor can read it; `null` when it has no public address. */
  readonly url: string | null;
  /** Changes if the content may have changed: decides whether it is read again. */
  readonly fingerprint: string;
  /** When its text was last read. */
  readonly readAt: number;
}

/** A piece of a document. */
export interface NewPassage {
  /** Headings from the top down to this passage, the document's title first. */
  readonly headings: readonly string[];
  /** Fragment of the address, such as `returns`; `null` when there is none. */
  readonly anchor: string | null;
  /** Markdown. */
  readonly text: string;
  /** Other ways in which people ask what its section answers; absent where none are named. */
  readonly wordings?: readonly string[];
}

/** A passage with its document. */
export interface PassageRecord extends NewPassage {
  readonly id: string;
  readonly documentId: string;
  /** Of the document. */
  readonly title: string;
  /** Of the document, without the passage's anchor; `null` when it has no public address. */
  readonly url: string | null;
}

/** How common words are in an agent's passages. */
export interface WordFrequencies {
  /** All of the agent's passages; a driver may stop counting at a few tens of thousands. */
  readonly passages: number;
  /** How many of them contain the word, by the word as requested. */
  readonly having: ReadonlyMap<string, number>;
}

/** The result for a document. */
export interface DocumentCounts {
  readonly id: string;
  readonly passages: number;
  /** Passages that can also be found by meaning. */
  readonly vectors: number;
  /** Other ways to ask what its sections answer. */
  readonly wordings: number;
}

/** Documents of agents, and the passages they were split into. */
export interface KnowledgeStore {
  /** All of an agent, by location. */
  documents(agentId: string): Promise<readonly DocumentRecord[]>;
  /**
   * A value that changes whenever what an agent knows may have changed: documents, passages, their vectors, and approved
   * answers.
   */
  revisionOf(agentId: string): Promise<string>;
  /** The passages of a document, in order; empty if there is no such document. */
  passages(documentId: string): Promise<readonly NewPassage[]>;
  /** How many passages and wordings each of these documents has, and how many passages have a vector; in no order. */
  counts(documentIds: readonly string[]): Promise<readonly DocumentCounts[]>;
  /** Writes a document with all of its passages, replacing whatever was at this location. */
  replaceDocument(document: DocumentRecord, passages: readonly NewPassage[]): Promise<void>;
  /** Updates what is known about a document whose text has not changed, such as its fingerprint or address. */
  touchDocument(document: DocumentRecord): Promise<void>;
  /** With a `holder`, only while it holds the agent's crawl; `false` if it no longer does, and nothing is deleted. */
  deleteDocument(query: {
    readonly agentId: string;
    readonly location: string;
    readonly holder?: string;
  }): Promise<boolean>;
  /**
   * The passages that match any of the words, best first. Words in headings weigh more than words in text.
   * `words` are plain words: the driver quotes them. Higher `score` is better; scores of one search compare.
   */
  search(query: {
    agentId: string;
    words: readonly string[];
    limit: number;
  }): Promise<readonly (PassageRecord & { readonly score: number })[]>;
  /**
   * Of these words, those that passages of the agent have, with how many passages that are. A driver may stop counting at
   * some hundred passages, and may take a form of a word for that word.
   */
  having(query: {
    agentId: string;
    words: readonly string[];
  }): Promise<readonly { readonly word: string; readonly passages: number }[]>;
  /**
   * How many passages the agent has, and how many of them have each of these words, in any of its forms: what tells a rare
   * word from a common one. A driver may stop counting at some hundred passages of a word. Words of none are left out.
   */
  frequencies(query: { agentId: string; words: readonly string[] }): Promise<WordFrequencies>;
  /**
   * Makes searches of an agent with many passages fast again, if the database needs that; call it when many have changed.
   * It may take minutes, without blocking readers or writers.
   *
   * @throws the signal's reason when it is aborted
   */
  optimize(agentId: string, signal?: AbortSignal): Promise<void>;
}

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
