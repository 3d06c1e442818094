/** What is known about an address that was requested. */
export interface PageRecord {
  readonly agentId: string;
  /** The address as it was requested, without a fragment. */
  readonly address: string;
  /** The source entry that led to it, such as `url:https://acme.example/help`. */
  readonly source: string;
  /** The crawl that last saw it. */
  readonly run: string;
  /** Location of the document made from it, or of the page that it duplicates; `null` if nothing of it is kept. */
  readonly location: string | null;
  /** Of its content; `null` when it must be read again. */
  readonly hash: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The addresses that it links to, so that the crawl can continue after "not modified". */
  readonly links: readonly string[];
}

/** A crawl that may continue. */
export interface Crawl {
  readonly run: string;
  /** When it began; earlier than now if it was interrupted and continues. */
  readonly startedAt: number;
}

/** The state of an agent's crawls. */
export interface CrawlState {
  readonly agentId: string;
  /** When the unfinished one began; `null` if there is none. */
  readonly startedAt: number | null;
  /** When the last one finished; `null` before the first. */
  readonly finishedAt: number | null;
  /** Until then it is held by a process, unless it has finished. */
  readonly heldUntil: number;
}

/** Crawls of web pages: who holds them, how far they are, and what is known about each page. */
export interface CrawlStore {
  /**
   * Takes an agent's crawl for `holder`: the one that was interrupted, or else a new one named `run`. One that began
   * before `startedSince` is too old to continue. `undefined` while another process holds it.
   */
  begin(query: {
    readonly agentId: string;
    readonly run: string;
    readonly holder: string;
    readonly now: number;
    readonly heldUntil: number;
    readonly startedSince: number;
  }): Promise<Crawl | undefined>;
  /** Extends the hold. `false` if another process holds it by now. */
  hold(query: {
    readonly agentId: string;
    readonly holder: string;
    readonly heldUntil: number;
  }): Promise<boolean>;
  /** Releases it; it continues with the next `begin`. */
  release(query: { readonly agentId: string; readonly holder: string }): Promise<void>;
  /** Releases it unfinished, and the next `begin` starts again. Does nothing if another process holds it by now. */
  abandon(query: { readonly agentId: string; readonly holder: string }): Promise<void>;
  /** Finishes it, and forgets every page that it did not see. Does nothing if another process holds it by now. */
  finish(query: {
    readonly agentId: string;
    readonly holder: string;
    readonly run: string;
    readonly at: number;
  }): Promise<void>;
  /** Those of every agent that has web sources. */
  states(): Promise<readonly CrawlState[]>;
  findPage(query: { readonly agentId: string; readonly address: string }): Promise<PageRecord | undefined>;
  /** Replaces what is known about a page. */
  putPage(page: PageRecord): Promise<void>;
  /** Marks every page of a source as seen by this run, whatever happened to it. */
  keepPages(query: {
    readonly agentId: string;
    readonly source: string;
    readonly run: string;
  }): Promise<void>;
  /** The documents of the pages that this run has seen. */
  keptLocations(query: { readonly agentId: string; readonly run: string }): Promise<readonly string[]>;
}
