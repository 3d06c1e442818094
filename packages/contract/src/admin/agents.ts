import { z } from "zod";
import { anyOf, listQuery, pageOf, revisionSchema, timeSchema } from "./list.ts";
import { actorKinds, outcomes } from "./vocabulary.ts";

/** Most UTF-16 units of an agent file that comes over the API, and of a note. */
const maxFileLength = 1_000_000;
const note = z.string().max(500);

/** The author of a version. */
const author = z.object({ kind: z.enum(actorKinds), name: z.string().nullable() });

/** An agent as a list shows it. */
export const agentItemSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.number().int(),
    updatedAt: timeSchema,
    /** Keys that are not revoked. */
    keys: z.number().int(),
    revision: revisionSchema,
  })
  .meta({ id: "AgentItem" });
/** An agent as a list shows it. */
export type AgentItem = z.infer<typeof agentItemSchema>;
/** Answer of `GET agents`. */
export const agentsListSchema = pageOf(agentItemSchema);

/** An agent with its file. */
export const agentSchema = z
  .object({
    id: z.string(),
    version: z.number().int(),
    /** The YAML text, comments included. */
    file: z.string(),
    /** The content of the file, with all defaults filled in. */
    definition: z.record(z.string(), z.unknown()),
    author,
    note: z.string().nullable(),
    createdAt: timeSchema,
    /** When the agent itself was made, and last changed: `createdAt` is of this version. */
    firstAppliedAt: timeSchema.exactOptional(),
    updatedAt: timeSchema.exactOptional(),
    /** The folder on the service's machine that relative `files:` start from; viewers do not get it. */
    baseDirectory: z.string().exactOptional(),
    revision: revisionSchema,
  })
  .meta({ id: "Agent" });
/** An agent with its file. */
export type AgentWithFile = z.infer<typeof agentSchema>;

/** What is wrong with an agent file, and in which line; null if it is not the fault of one line. */
export const fileFaultSchema = z.object({ line: z.number().int().nullable(), message: z.string() });
/** What is wrong with an agent file, and in which line. */
export type FileFault = z.infer<typeof fileFaultSchema>;

const applied = z.object({
  result: z.enum(["created", "updated", "unchanged"]),
  /** The fields that differ from before, such as `model.name`. */
  changed: z.array(z.string()),
});

/** Body of `PUT agents/{id}`. */
export const putAgentSchema = z.object({ file: z.string().max(maxFileLength), note: note.exactOptional() });
/** Answer of `PUT agents/{id}`. */
export const appliedAgentSchema = agentSchema.extend(applied.shape).meta({ id: "AppliedAgent" });
/** Answer of `PUT agents/{id}`. */
export type AppliedAgent = z.infer<typeof appliedAgentSchema>;

/** Answer of `POST agents/{id}/restore`. */
export const restoredAgentSchema = appliedAgentSchema
  .extend({
    /** What the version names and is no longer there: variables that are not set, files of its knowledge. */
    notes: z.array(z.string()),
  })
  .meta({ id: "RestoredAgent" });
/** Answer of `POST agents/{id}/restore`. */
export type RestoredAgent = z.infer<typeof restoredAgentSchema>;

/** Body of `POST agents/check`. */
export const checkAgentSchema = z.object({ file: z.string().max(maxFileLength) });
/** Answer of `POST agents/check`: what applying it would do, or why it cannot be applied. */
export const checkedAgentSchema = z
  .object({
    valid: z.boolean(),
    faults: z.array(fileFaultSchema),
    id: z.string().nullable(),
    result: applied.shape.result.nullable(),
    changed: z.array(z.string()),
    /** Whether its knowledge would be read again. */
    knowledge: z.boolean(),
    /** Allowed content that will not work as expected. */
    notes: z.array(z.string()),
    /** Those of `notes` that concern the service's machine, such as variables that are not set there. */
    warnings: z.array(z.string()).exactOptional(),
  })
  .meta({ id: "CheckedAgent" });
/** Answer of `POST agents/check`. */
export type CheckedAgent = z.infer<typeof checkedAgentSchema>;

/** Body of `POST agents/{id}/preview`. */
export const previewAgentSchema = z.object({
  file: z.string().max(maxFileLength),
  /** The key of an earlier preview, which answers with this draft from then on. */
  key: z.string().max(200).exactOptional(),
});
/** Answer of `POST agents/{id}/preview`. */
export const previewedAgentSchema = z
  .object({
    /** Answers with the draft, only for the console. */
    key: z.string(),
    /** A page with the launcher, which only the console may frame. `&theme=dark` and `&lang=ar` may be added to it. */
    url: z.url(),
    /** When key and draft end. */
    expiresAt: timeSchema,
  })
  .meta({ id: "PreviewedAgent" });
/** Answer of `POST agents/{id}/preview`. */
export type PreviewedAgent = z.infer<typeof previewedAgentSchema>;

/** A version of an agent. */
const agentVersionSchema = z
  .object({
    version: z.number().int(),
    at: timeSchema,
    author,
    note: z.string().nullable(),
    /** Whether it is the one that answers. */
    current: z.boolean(),
  })
  .meta({ id: "AgentVersion" });
/** A version of an agent, with how the chats went in which it answered. */
export const agentVersionItemSchema = agentVersionSchema
  .extend({
    /** Chats that are still kept; one in which several versions answered counts for each. */
    chats: z.number().int(),
    outcomes: z.record(z.enum(outcomes), z.number().int()),
  })
  .meta({ id: "AgentVersionItem" });
/** A version of an agent, with how the chats went in which it answered. */
export type AgentVersionItem = z.infer<typeof agentVersionItemSchema>;
/** Answer of `GET agents/{id}/versions`. */
export const agentVersionsSchema = pageOf(agentVersionItemSchema);
/** Answer of `GET agents/{id}/versions/{n}`. */
export const agentVersionFileSchema = agentVersionSchema.extend({ file: z.string() });
/** Query of `GET agents/{id}/versions`. */
export const versionsQuerySchema = z.strictObject(listQuery);
/** Body of `POST agents/{id}/restore`. */
export const restoreAgentSchema = z.object({ version: z.number().int().min(1), note: note.exactOptional() });

/** A source of an agent's knowledge. */
export const knowledgeSourceSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    /** Path or address, and the entry of the agent file that led there. */
    location: z.string().exactOptional(),
    source: z.string().exactOptional(),
    passages: z.number().int(),
    /** Passages that can be found by their meaning too. */
    embedded: z.number().int(),
    /** Other ways to ask what its sections answer. */
    wordings: z.number().int(),
    /** Null for what was never read. */
    readAt: timeSchema.nullable(),
    /** `failed`: not in the last reading. Its earlier text, if there is any, is still found. */
    state: z.enum(["read", "failed"]),
    /** Why it failed, a sentence for people; null for what was read. */
    reason: z.string().nullable(),
    kind: z.enum(["file", "page", "document"]),
  })
  .meta({ id: "KnowledgeSource" });
/** A source of an agent's knowledge. */
export type KnowledgeSource = z.infer<typeof knowledgeSourceSchema>;
/** Answer of `GET agents/{id}/knowledge`. */
export const knowledgeSourcesSchema = pageOf(knowledgeSourceSchema);

/** Query of `GET agents/{id}/knowledge`. `q`: part of the title, the path or the address. */
export const knowledgeQuerySchema = z.strictObject({
  ...listQuery,
  q: z.string().min(1).max(300).exactOptional(),
  state: anyOf(["read", "failed"]).exactOptional(),
  kind: anyOf(["file", "page", "document"]).exactOptional(),
});

/** Query of `GET agents/{id}/knowledge/passages`: the `id` of a source. */
export const sourcePassagesQuerySchema = z.strictObject({ source: z.string().min(1).max(200) });

/** The results of a search, best first. */
export const foundPassagesSchema = z.object({
  items: z.array(
    z.object({
      title: z.string(),
      url: z.string().nullable(),
      text: z.string(),
      score: z.number(),
      /** From the document's title down. */
      headings: z.array(z.string()).exactOptional(),
      /** The question with misspelt words put right, when only that found it. */
      readAs: z.string().exactOptional(),
      /** Set if it is an approved answer; `verbatim` if it should be given word for word to this question. */
      approved: z.object({ id: z.string(), verbatim: z.literal(true).exactOptional() }).exactOptional(),
    }),
  ),
});
/** The results of a search, best first. */
export type FoundPassages = z.infer<typeof foundPassagesSchema>;
/** Query of `GET agents/{id}/knowledge/search`. */
export const searchQuerySchema = z.strictObject({
  q: z.string().min(1).max(500),
  limit: z.coerce.number().int().min(1).max(100).exactOptional(),
});

const text = z.string().min(1).max(2_000);
/** Body of `POST agents/{id}/knowledge/evaluate`: the questions of `servicechat knowledge eval`. */
export const evaluateSchema = z.object({
  questions: z
    .array(
      z.object({
        question: text,
        /** Ends of addresses or paths, any of which answers; none for a question without an answer. */
        pages: z.array(text).max(100),
        sections: z.array(text).max(100).exactOptional(),
        fact: text.exactOptional(),
        kind: text.exactOptional(),
      }),
    )
    .min(1)
    .max(10_000),
});
