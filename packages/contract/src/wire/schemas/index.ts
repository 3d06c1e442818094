import { z } from "zod";
import { failures } from "../failures.ts";
import type { Problem } from "../problem.ts";
import { maxCommentLength, maxContextBytes, maxFiles, maxMessages, maxTextLength } from "../messages.ts";
import type {
  AgentView,
  History,
  HistoryMessage,
  PostedContext,
  PostedFeedback,
  PostedMessage,
  UploadInfo,
} from "../messages.ts";
import type { ConfirmRequest } from "../parts.ts";
import { positions, styles } from "../widget-config.ts";
import type { WidgetConfig } from "../widget-config.ts";
import { chatEventSchema } from "./handoff.ts";

export { handoffStateSchema, postedHandoffSchema, postedLinkSchema } from "./handoff.ts";

/*
 * The schemas of the wire, for checking requests and for the OpenAPI document. They live apart from the
 * types because the schema library must not reach the browser.
 */

const visitorText = z
  .string()
  .refine((text) => text.trim() !== "", "must not be empty or only white space")
  .refine((text) => text.length <= maxTextLength, `must have at most ${maxTextLength} UTF-16 units`);

const answers = z.record(
  z.string().max(2000),
  z.union([z.string().max(maxTextLength), z.array(z.string().max(2000)).max(20)]),
);

const postedMessageSchema = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("text"), block: z.object({ value: visitorText }) }),
    z.object({
      type: z.literal("answer"),
      block: z.object({
        questionId: z.string().min(1).max(200),
        answers,
        skipped: z.boolean().exactOptional(),
      }),
    }),
    z.object({
      type: z.literal("action"),
      block: z.object({
        actionId: z.string().min(1).max(200),
        input: z.record(z.string(), z.unknown()).exactOptional(),
        result: z.unknown().exactOptional(),
      }),
    }),
    z.object({ type: z.literal("file"), block: z.object({ uploadId: z.string().min(1).max(200) }) }),
  ])
  .meta({ id: "Message" }) satisfies z.ZodType<PostedMessage>;

const postedContextSchema = z
  .object({
    data: z.record(z.string(), z.unknown()).exactOptional(),
    page: z.object({ title: z.string().exactOptional(), url: z.string().exactOptional() }).exactOptional(),
  })
  .refine(
    (context) => new TextEncoder().encode(JSON.stringify(context)).byteLength <= maxContextBytes,
    `must be at most ${maxContextBytes} bytes as JSON`,
  )
  .meta({ id: "Context" }) satisfies z.ZodType<PostedContext>;

const messageId = z.string().regex(/^msg_[\w-]{1,196}$/, "must be the id of a message from the history");

/** The body of POST /chat-bot/. Unknown fields are ignored. */
export const postBodySchema = z
  .object({
    messages: z
      .array(postedMessageSchema)
      .min(1)
      .max(maxMessages)
      .refine(
        (messages) => messages.filter(({ type }) => type === "file").length <= maxFiles,
        `must have at most ${maxFiles} files`,
      ),
    context: postedContextSchema.exactOptional(),
    replaces: messageId.exactOptional(),
  })
  .meta({ id: "PostBody" });

const comment = z
  .string()
  .refine((text) => text.length <= maxCommentLength, `must have at most ${maxCommentLength} UTF-16 units`);

/** The body of POST /chat-bot/feedback. Unknown fields are ignored. */
export const postedFeedbackSchema = z
  .object({
    messageId: z.string().min(1).max(200),
    rating: z.enum(["up", "down"]).nullable(),
    comment: comment.exactOptional(),
  })
  .meta({ id: "PostedFeedback" }) satisfies z.ZodType<PostedFeedback>;

const row = z.object({
  title: z.string(),
  detail: z.string().exactOptional(),
  url: z.string().exactOptional(),
  status: z.string().exactOptional(),
  number: z.int().exactOptional(),
});

const question = z.object({
  question: z.string(),
  header: z.string(),
  options: z.array(z.object({ label: z.string(), description: z.string() })),
  multiSelect: z.boolean(),
});

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const confirmRequest = z.object({
  title: z.string(),
  request: z.string(),
  host: z.string().exactOptional(),
  fields: z
    .array(
      z.object({
        label: z.string(),
        value: z.union([fieldValue, z.array(fieldValue)]),
        format: z.enum(["date", "date-time"]).exactOptional(),
      }),
    )
    .exactOptional(),
  headers: z.array(z.object({ name: z.string(), value: z.string().exactOptional() })).exactOptional(),
  body: z.string().exactOptional(),
}) satisfies z.ZodType<ConfirmRequest>;

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("tool"),
    id: z.string(),
    name: z.string(),
    title: z.string(),
    status: z.enum(["running", "succeeded", "failed"]),
    summary: z.string().exactOptional(),
    rows: z.array(row).exactOptional(),
  }),
  z.object({
    type: z.literal("image"),
    url: z.string(),
    alt: z.string(),
    mediaType: z.string(),
    width: z.number().exactOptional(),
    height: z.number().exactOptional(),
  }),
  z.object({
    type: z.literal("question"),
    id: z.string(),
    questions: z.array(question),
    confirm: confirmRequest.exactOptional(),
    answer: z
      .object({
        answers,
        skipped: z.boolean().exactOptional(),
        plainText: z.literal(true).exactOptional(),
      })
      .exactOptional(),
  }),
  z.object({ type: z.literal("follow_ups"), questions: z.array(z.string()) }),
  z.object({
    type: z.literal("answer"),
    questionId: z.string(),
    answers,
    skipped: z.boolean().exactOptional(),
  }),
  z.object({
    type: z.literal("action"),
    actionId: z.string(),
    input: z.record(z.string(), z.unknown()).exactOptional(),
    result: z.unknown().exactOptional(),
  }),
  z.object({
    type: z.literal("file"),
    uploadId: z.string(),
    name: z.string(),
    mediaType: z.string(),
    size: z.int(),
  }),
]);

const historyMessageSchema = z
  .object({
    id: z.string(),
    role: z.enum(["user", "assistant"]),
    content: z.string(),
    created_at: z.string(),
    author: z.enum(["ai", "person", "visitor"]),
    status: z.enum(["complete", "streaming", "stopped", "incomplete", "failed"]),
    parts: z.array(part),
    ending: z.enum(["length", "filtered"]).exactOptional(),
    truncated: z.boolean().exactOptional(),
    error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).exactOptional(),
    feedback: z
      .object({ rating: z.enum(["up", "down"]), comment: z.string().exactOptional() })
      .exactOptional(),
    replaced: z.literal(true).exactOptional(),
    by: z.object({ kind: z.literal("person"), name: z.string() }).exactOptional(),
  })
  .meta({ id: "HistoryMessage" }) satisfies z.ZodType<HistoryMessage>;

/** The answer of GET /chat-bot/history. */
export const historySchema = z
  .object({ messages: z.array(historyMessageSchema), events: z.array(chatEventSchema).exactOptional() })
  .meta({ id: "History" }) satisfies z.ZodType<History>;

/** The answer of GET /chat-bot/config. */
export const widgetConfigSchema = z
  .object({
    agent: z.object({ name: z.string(), welcomeMessage: z.string().nullable() }),
    branding: z.object({
      primaryColor: z.string(),
      logo: z.string().nullable(),
      bubbleImage: z.string().exactOptional(),
      position: z.enum(positions),
      attribution: z.boolean(),
      style: z.enum(styles),
    }),
    features: z.object({ actions: z.boolean(), askUserQuestion: z.boolean() }),
  })
  .meta({ id: "WidgetConfig" }) satisfies z.ZodType<WidgetConfig>;

/** The answer of GET /chat-bot/agent. */
export const agentViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    actions: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        label: z.string(),
        description: z.string(),
        icon: z.string().exactOptional(),
        kind: z.enum(["prompt", "link", "form", "host"]),
        url: z.string().exactOptional(),
        inputSchema: z.record(z.string(), z.unknown()).exactOptional(),
        confirm: z.boolean(),
      }),
    ),
    starters: z.array(z.string()).exactOptional(),
    pageContext: z.literal(true).exactOptional(),
    uploads: z.object({ types: z.array(z.string()), maxBytes: z.int() }).exactOptional(),
    feedback: z.literal(true).exactOptional(),
    handoff: z
      .object({
        button: z.boolean(),
        open: z.boolean(),
        people: z.array(z.string()).exactOptional(),
        email: z.literal(true).exactOptional(),
      })
      .exactOptional(),
  })
  .meta({ id: "AgentView" }) satisfies z.ZodType<AgentView>;

/** The answer of POST /chat-bot/uploads. */
export const uploadInfoSchema = z
  .object({ id: z.string(), name: z.string(), mediaType: z.string(), size: z.int() })
  .meta({ id: "UploadInfo" }) satisfies z.ZodType<UploadInfo>;

/** The body of every error answer. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(failures) as [keyof typeof failures]),
    retryable: z.boolean(),
    requestId: z.string(),
  })
  .meta({ id: "Problem" }) satisfies z.ZodType<Problem>;
