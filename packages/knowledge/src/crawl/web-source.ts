import type { SourceDefinition } from "@servicechat/contract/agent-file";
import type { AgentRecord } from "@servicechat/storage";

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
