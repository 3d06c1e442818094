/** What is known of an address that was asked for. */
export interface PageRecord {
  readonly agentId: string;
  /** As it was asked for, without a fragment. */
  readonly address: string;
  /** The source entry that led to it, such as `url:https://acme.example/help`. */
  readonly source: string;
  /** The crawl that last saw it. */
  readonly run: string;
  /** Location of the document that was made of it, or of the page that it repeats; `null` when nothing of it is kept. */
  readonly location: string | null;
  /** Of its content; `null` when it must be read again. */
  readonly hash: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The addresses that it leads to, so that an answer "not modified" leads on. */
  readonly links: readonly string[];
}

/** A crawl that may go on. */
export interface Crawl {
  readonly run: string;
  /** When it began; earlier than now when it was broken off and goes on. */
  readonly startedAt: number;
}

/** How an agent's crawls stand. */
export interface CrawlState {
  readonly agentId: string;
  /** When the one that was not finished began; `null` when none is open. */
  readonly startedAt: number | null;
  /** When the last one was finished; `null` before the first. */
  readonly finishedAt: number | null;
  /** Until then somebody is at it, unless it is over. */
  readonly heldUntil: number;
}

/** The reading of web pages: who is at it, how far it is, and what is known of each page. */
export interface CrawlStore {
  /**
   * Takes an agent's crawl for `holder`: the one that was broken off, or else a new one named `run`. One that began
   * before `startedSince` is too old to go on. `undefined` while somebody else holds it.
   */
  begin(query: {
    readonly agentId: string;
    readonly run: string;
    readonly holder: string;
    readonly now: number;
    readonly heldUntil: number;
    readonly startedSince: number;
  }): Promise<Crawl | undefined>;
  /** Holds it longer. `false` when it is held by another process by now. */
  hold(query: {
    readonly agentId: string;
    readonly holder: string;
    readonly heldUntil: number;
  }): Promise<boolean>;
  /** Lets it go; it goes on with the next `begin`. */
  release(query: { readonly agentId: string; readonly holder: string }): Promise<void>;
  /**
   * Lets it go unfinished, and the next `begin` begins anew. Does nothing when it is held by another process by now.
   */
  abandon(query: { readonly agentId: string; readonly holder: string }): Promise<void>;
  /** Closes it, and forgets every page that it did not see. Does nothing when it is held by another process by now. */
  finish(query: {
    readonly agentId: string;
    readonly holder: string;
    readonly run: string;
    readonly at: number;
  }): Promise<void>;
  /** Of every agent that has been read from the web. */
  states(): Promise<readonly CrawlState[]>;
  findPage(query: { readonly agentId: string; readonly address: string }): Promise<PageRecord | undefined>;
  /** Writes what is known of a page, in place of what was known. */
  putPage(page: PageRecord): Promise<void>;
  /** Takes every page of a source as seen by this run, whatever became of them. */
  keepPages(query: {
    readonly agentId: string;
    readonly source: string;
    readonly run: string;
  }): Promise<void>;
  /** The documents that pages seen by this run stand for. */
  keptLocations(query: { readonly agentId: string; readonly run: string }): Promise<readonly string[]>;
}
