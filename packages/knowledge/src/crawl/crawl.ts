import type { SourceDefinition } from "@servicechat/contract/agent-file";
import type { CrawlStore, DocumentRecord, KnowledgeStore, AgentRecord } from "@servicechat/storage";
import type { Clock } from "../create-knowledge.ts";
import type { Extractor } from "../extract/create-extractor.ts";
import type { WebFetch } from "./fetch-web.ts";
import type { PageRules } from "./page-rules.ts";
import type { Robots } from "./read-robots.ts";

/** The state of an agent's crawl, from its first page to its last. */
export interface Crawl {
  readonly agentId: string;
  /** This run's id: what bears it was seen. */
  readonly run: string;
  readonly crawls: Pick<CrawlStore, "findPage" | "putPage" | "keepPages">;
  readonly knowledge: Pick<KnowledgeStore, "replaceDocument">;
  readonly extractor: Extractor;
  readonly fetch: WebFetch;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  readonly signal: AbortSignal | undefined;
  /** Stored documents, by location; updated with every write. */
  readonly documents: Map<string, DocumentRecord>;
  /** Locations of this run's pages. */
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

/** The result of one page. */
export interface PageVisit {
  readonly outcome: "read" | "unchanged" | "left_out" | "gone" | "failed";
  /** A sentence for the operator; absent for what was read or is unchanged. */
  readonly reason?: string;
  /** `true` when the host did not answer as it should: several such pages in a row mean that it is down. */
  readonly isHostFailure?: boolean;
  /** Of what was read: whether it was not known before, how it calls itself, and how many words of text it has. */
  readonly isNew?: boolean;
  readonly title?: string;
  readonly words?: number;
  /** Nothing new was found out about it: it was not requested, or nothing of it is kept, as before. */
  readonly isAsBefore?: boolean;
  /** Of its document, where it has one. */
  readonly location?: string;
  /** Passages written, and wordings with them. */
  readonly passages?: number;
  readonly wordings?: number;
  /** Sentences for the operator about what was left out of it. */
  readonly notes?: readonly string[];
  readonly links: readonly string[];
}

/** A source that is read over HTTP. */
export type WebSource = Exclude<SourceDefinition, { readonly files: string }>;

const isWebSource = (source: SourceDefinition): source is WebSource => !("files" in source);

/** Of an agent, in their order. */
export const webSourcesOf = ({ definition }: Pick<AgentRecord, "definition">): readonly WebSource[] =>
  definition.knowledge.sources.filter(isWebSource);

/** A source's name in the database, such as `url:https://acme.example/help`. */
export const nameOfSource = (source: WebSource) =>
  "url" in source ? `url:${source.url}` : `sitemap:${source.sitemap}`;

/** Whether a stored document comes from the web. */
export const isFromWeb = ({ source }: { readonly source: string }) => /^(?:url|sitemap):/.test(source);
