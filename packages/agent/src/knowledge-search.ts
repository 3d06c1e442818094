/** The search that the agent needs: the best passages for a query, best first. */
export interface Search {
  (query: string, limit: number): Promise<readonly FoundPassage[]>;
}

/** A passage of the knowledge, as the agent is given it. */
export interface FoundPassage {
  /** Of the document. */
  readonly title: string;
  /** Headings from the document's title down. */
  readonly headings: readonly string[];
  /** Markdown. */
  readonly text: string;
  /** Absolute, with the fragment of the section; `null` when the document has no public address. */
  readonly url: string | null;
  /** From 0 to 1: how much of the question the passage covers. Below about 0.35 it is hardly an answer. */
  readonly score: number;
  /** Its section is known to answer nearly this question: its first sentence is the answer. */
  readonly startsWithAnswer?: true;
  /** The query with misspelt words put right, when only that found it; the same for all passages of a search. */
  readonly readAs?: string;
  /**
   * It is an answer that people of the site have approved, with its id. `verbatim`: it is for this very question, and to be
   * given word for word.
   */
  readonly approved?: { readonly id: string; readonly verbatim?: true };
}

/** A passage with the number that its source is cited by: the same for all passages of one section. */
export interface NumberedPassage extends FoundPassage {
  readonly number: number;
}

/** A search of the knowledge that a reply made. */
export interface KnowledgeSearch {
  readonly callId: string;
  readonly query: string;
  /** Best first; none when the search failed. `cited`: the reply names it as a source. */
  readonly passages: readonly (NumberedPassage & { readonly cited: boolean })[];
}
