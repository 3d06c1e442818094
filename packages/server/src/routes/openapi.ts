import { failures, headers, type FailureCode } from "@servicechat/contract";
import {
  agentViewSchema,
  handoffStateSchema,
  historySchema,
  postBodySchema,
  postedFeedbackSchema,
  postedHandoffSchema,
  postedLinkSchema,
  problemSchema,
  uploadInfoSchema,
  widgetConfigSchema,
} from "@servicechat/contract/schemas";
import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { VisitorPath } from "./routes.ts";

const everywhere: readonly FailureCode[] = [
  "key_missing",
  "origin_not_allowed",
  "rate_limited",
  "address_rate_limited",
  "storage_unavailable",
];
const stream = {
  description: "A stream of events: `start`, then text, progress, tools and images, then `done` or `error`.",
  content: { "text/event-stream": { schema: z.string() } },
};
const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { "application/json": { schema } },
});
const oneFile = z.object({ file: z.string().meta({ format: "binary" }) });
const sessionToken = z.object({ [headers.sessionToken]: z.string() });
const seenSchema = z.enum(["true", "false"]).optional();

function operation(
  summary: string,
  answers: ZodOpenApiOperationObject["responses"],
  {
    fails = [],
    ...rest
  }: Partial<ZodOpenApiOperationObject> & { readonly fails?: readonly FailureCode[] } = {},
): ZodOpenApiOperationObject {
  const byStatus = Map.groupBy([...everywhere, ...fails], (code) => String(failures[code].status));
  const problems = [...byStatus].map(([status, codes]) => [status, problem(codes)]);
  return { summary, ...rest, responses: { ...answers, ...Object.fromEntries(problems) } };
}

function problem(codes: readonly FailureCode[]) {
  return {
    description: codes.map((code) => failures[code].title).join("; "),
    content: { "application/problem+json": { schema: problemSchema } },
  };
}

/** Every visitor's route as the document tells it. */
const described: Readonly<Record<VisitorPath, ZodOpenApiPathsObject[string]>> = {
  "/chat-bot/config": {
    get: operation("The configuration of the agent bound to the key", {
      "200": json("Configuration", widgetConfigSchema),
    }),
  },
  "/chat-bot/": {
    post: operation(
      "Send the visitor's messages and stream the agent's reply",
      { "200": stream },
      {
        requestParams: {
          header: z.object({
            [headers.sessionToken]: z.string().optional(),
            [headers.idempotencyKey]: z.string().optional(),
            [headers.userToken]: z.string().optional(),
          }),
        },
        requestBody: { required: true, content: { "application/json": { schema: postBodySchema } } },
        fails: [
          "malformed_request",
          "payload_too_large",
          "unsupported_media_type",
          "idempotency_mismatch",
          "not_replaceable",
          "resume_unavailable",
          "user_token_rejected",
        ],
      },
    ),
  },
  "/chat-bot/history": {
    get: operation(
      "All messages of the session, in order",
      { "200": json("History", historySchema) },
      {
        requestParams: { header: sessionToken, query: z.object({ seen: seenSchema }) },
        fails: ["malformed_request", "session_not_found"],
      },
    ),
  },
  "/chat-bot/agent": {
    get: operation("The narrow view of the agent bound to the key", {
      "200": json("Agent", agentViewSchema),
    }),
  },
  "/chat-bot/stream": {
    get: operation(
      "Continue a running reply after the last event received",
      { "200": stream, "204": { description: "No reply is running: read the history" } },
      {
        requestParams: {
          header: sessionToken.extend({ [headers.lastEventId]: z.string().optional() }),
          query: z.object({
            wait: z.literal("idle").optional(),
            seen: seenSchema,
          }),
        },
        fails: ["malformed_request", "session_not_found", "resume_unavailable"],
      },
    ),
  },
  "/chat-bot/handoff": {
    post: operation(
      "Ask for a person; without a session this opens one",
      { "200": json("Who holds the chat", handoffStateSchema) },
      {
        requestParams: { header: sessionToken.partial() },
        requestBody: { required: true, content: { "application/json": { schema: postedHandoffSchema } } },
        fails: ["malformed_request", "not_found", "payload_too_large", "unsupported_media_type"],
      },
    ),
    delete: operation(
      "Go back to the agent",
      { "200": json("Who holds the chat", handoffStateSchema) },
      { requestParams: { header: sessionToken }, fails: ["session_not_found", "not_found"] },
    ),
  },
  "/chat-bot/stop": {
    post: operation(
      "End the running reply and keep its text",
      { "204": { description: "Stopped, or no reply was running" } },
      { requestParams: { header: sessionToken }, fails: ["session_not_found"] },
    ),
  },
  "/chat-bot/session": {
    post: operation(
      "Reopen a chat with the link from an email, which works once; the response has the session token, repeated with the same key",
      { "204": { description: "The link was valid, and has now been used" } },
      {
        requestParams: { header: z.object({ [headers.idempotencyKey]: z.string().optional() }) },
        requestBody: { required: true, content: { "application/json": { schema: postedLinkSchema } } },
        fails: ["malformed_request", "link_rejected", "payload_too_large", "unsupported_media_type"],
      },
    ),
    delete: operation(
      "Erase the chat",
      { "204": { description: "Erased" } },
      { requestParams: { header: sessionToken }, fails: ["session_not_found"] },
    ),
  },
  "/chat-bot/uploads": {
    post: operation(
      "Upload a file to send with a later message",
      { "201": json("Kept", uploadInfoSchema) },
      {
        requestParams: { header: sessionToken.partial() },
        requestBody: { required: true, content: { "multipart/form-data": { schema: oneFile } } },
        fails: [
          "malformed_request",
          "session_not_found",
          "request_timeout",
          "uploads_full",
          "payload_too_large",
          "unsupported_media_type",
        ],
      },
    ),
  },
  "/chat-bot/feedback": {
    post: operation(
      "Rate a reply, or take the rating back",
      { "204": { description: "Kept" } },
      {
        requestParams: { header: sessionToken },
        requestBody: { required: true, content: { "application/json": { schema: postedFeedbackSchema } } },
        fails: ["malformed_request", "reply_not_found", "payload_too_large", "unsupported_media_type"],
      },
    ),
  },
  "/chat-bot/images/{id}": {
    get: operation(
      "An image from the chat",
      {
        "200": {
          description: "The image",
          content: { "image/*": { schema: z.string().meta({ format: "binary" }) } },
        },
      },
      {
        requestParams: { header: sessionToken, path: z.object({ id: z.string() }) },
        fails: ["session_not_found"],
      },
    ),
  },
};

/** The OpenAPI 3.1 document of the visitor's endpoints. */
export function createOpenApi(publicUrl: string): ReturnType<typeof createDocument> {
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "ServiceChat",
        version: "1",
        description: "The service behind an embeddable chat widget.",
      },
      servers: [{ url: publicUrl }],
      security: [{ agentKey: [] }],
      paths: described,
      components: { securitySchemes: { agentKey: { type: "http", scheme: "bearer" } } },
    },
    { override: leaveOpen },
  );
}

/** Fields may be added to answers, and a client that was generated from the document must not refuse them. */
export function leaveOpen({ jsonSchema }: { readonly jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
