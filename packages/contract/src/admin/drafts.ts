import { z } from "zod";
import { pageOf, revisionSchema, timeSchema } from "./list.ts";

/** Most UTF-16 units of a draft: those of an agent file. */
const maxFileLength = 1_000_000;

const version = z.number().int().min(1).nullable();

/** Somebody's agent file that is not applied yet, as a list shows it. */
const agentDraftItem = z.object({
  /** Id of the agent, which need not exist yet. */
  agent: z.string(),
  /** The version that the draft was begun from; null: there was no agent. */
  basedOn: version,
  /** The version that answers now; null: there is no agent. Above `basedOn`: it has moved on since. */
  live: version,
  savedAt: timeSchema,
  /** When the draft is deleted, unless it is saved again. */
  expiresAt: timeSchema,
  revision: revisionSchema,
});
/** An agent file that is not applied yet, as a list shows it. */
export type AgentDraftItem = z.infer<typeof agentDraftItem>;

/** Answer of `GET drafts`. */
export const agentDraftsSchema = pageOf(agentDraftItem.meta({ id: "AgentDraftItem" }));

/** Answer of `GET agents/{id}/draft` and `PUT agents/{id}/draft`. */
export const agentDraftSchema = agentDraftItem
  .extend({
    /** The YAML text, as it was written: it need not be valid. */
    file: z.string(),
  })
  .meta({ id: "AgentDraft" });
/** An agent file that is not applied yet. */
export type AgentDraft = z.infer<typeof agentDraftSchema>;

/** Body of `PUT agents/{id}/draft`. */
export const putAgentDraftSchema = z.object({
  file: z.string().max(maxFileLength),
  /** The version that was opened. Left out: that of the draft before, or else the one that answers now. */
  basedOn: version.exactOptional(),
});
