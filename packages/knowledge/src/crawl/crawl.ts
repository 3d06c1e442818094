import type { CrawlStore, DocumentRecord, KnowledgeStore } from "@servicechat/storage";
import type { Clock } from "../create-knowledge.ts";
import type { Extractor } from "../extract/create-extractor.ts";
import type { WebFetch } from "./fetch-web.ts";
import type { PageRules } from "./page-rules.ts";
import type { Robots } from "./read-robots.ts";

/** What an agent's crawl works with, from its first page to its last. */
export interface Crawl {
  readonly agentId: string;
  /** This run's id: what bears it was seen. */
  readonly run: string;
  readonly crawls: CrawlStore;
  readonly knowledge: KnowledgeStore;
  readonly extractor: Extractor;
  readonly fetch: WebFetch;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  readonly signal: AbortSignal | undefined;
  /** What is stored, by location; kept in step with what is written. */
  readonly documents: Map<string, DocumentRecord>;
  /** Locations that a page of this run stands for. */
  readonly taken: Set<string>;
  /** By hash of the content, the location of the first page that had it. */
  readonly contents: Map<string, string>;
}

/** One source of it. */
export interface SourceCrawl extends Crawl {
  /** Such as `url:https://acme.example/help`. */
  readonly source: string;
  readonly rules: PageRules;
  readonly robots: Robots;
}

/** What became of one page. */
export interface PageVisit {
  readonly outcome: "read" | "unchanged" | "left_out" | "gone" | "failed";
  /** A sentence for the operator; absent for what was read or is unchanged. */
  readonly reason?: string;
  /** `true` when the host did not answer as it should: several such pages in a row mean that it is down. */
  readonly isHostFault?: boolean;
  /** Passages written. */
  readonly passages?: number;
  readonly links: readonly string[];
}
