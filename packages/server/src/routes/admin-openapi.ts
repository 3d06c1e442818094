import { failures } from "@servicechat/contract";
import { adminFailures, type AdminFailureCode } from "@servicechat/contract/admin";
import { adminProblemSchema } from "@servicechat/contract/admin-schemas";
import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { AdminFailure, AdminMethod, AdminRoute } from "../admin-api/route.ts";
import { adminRoutes } from "./admin-routes.ts";
import { leaveOpen } from "./openapi.ts";

const signedIn: readonly AdminFailure[] = [
  "malformed_request",
  "sign_in_needed",
  "session_ended",
  "token_rejected",
  "cross_site",
  "role_needed",
  "rate_limited",
  "storage_unavailable",
];
const open: readonly AdminFailure[] = ["malformed_request", "cross_site", "storage_unavailable"];

/** The failure if the thing that a path names does not exist, by what precedes it. */
const missing: Readonly<Record<string, AdminFailure>> = {
  agents: "agent_not_found",
  versions: "version_not_found",
  keys: "key_not_found",
  chats: "chat_not_found",
  gaps: "gap_not_found",
  answers: "answer_not_found",
  operators: "operator_not_found",
  tokens: "token_not_found",
  webhooks: "webhook_not_found",
  deliveries: "delivery_not_found",
  documents: "document_not_found",
  canned: "canned_not_found",
  prices: "price_not_found",
  secrets: "secret_not_found",
  "me/sessions": "console_session_not_found",
  "me/passkeys": "passkey_not_found",
  "me/push": "push_not_found",
};

/**
 * The OpenAPI 3.1 document of the admin API, made from the declarations of its routes.
 *
 * @param consoleUrl the console's origin
 */
export function createAdminOpenApi(consoleUrl: string): ReturnType<typeof createDocument> {
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "ServiceChat admin API",
        version: "1",
        description:
          "Everything that the operator's console can do. `x-role` of an operation is the lowest role that may call it: owner, editor, responder, viewer; `anyone` needs no sign-in.",
      },
      servers: [{ url: `${consoleUrl}/console/api` }],
      security: [{ apiToken: [] }, { session: [] }],
      paths: Object.fromEntries(
        Object.entries(adminRoutes).map(([path, routes]) => {
          const template = path.replace("...}", "}");
          return [`/${template}`, pathItem(template, routes)];
        }),
      ),
      components: {
        securitySchemes: {
          apiToken: {
            type: "http",
            scheme: "bearer",
            description: "A token made with 'servicechat token create', or in the console.",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-servicechat_console",
            description: "The console's own cookie. On plain-http loopback it has another name.",
          },
        },
      },
    },
    { override: leaveOpen },
  );
}

function pathItem(
  path: string,
  routes: Readonly<Partial<Record<AdminMethod, AdminRoute>>>,
): ZodOpenApiPathsObject[string] {
  return Object.fromEntries(
    Object.entries(routes).map(([method, route]) => [method.toLowerCase(), operation(path, method, route)]),
  );
}

function operation(path: string, method: string, route: AdminRoute): ZodOpenApiOperationObject {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const pathParameters = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  const matching = route.needsRevision === true ? z.object({ "If-Match": z.string() }) : route.headers;
  const byStatus = Map.groupBy(failuresOf(path, method, route), (code) => String(described(code).status));
  return {
    summary: route.summary,
    operationId: operationId(path, method),
    "x-role": route.access,
    ...(route.access === "anyone" && { security: [] }),
    requestParams: {
      ...(names.length > 0 && { path: pathParameters }),
      ...(route.query && { query: route.query }),
      ...(matching && { header: matching }),
    },
    ...(route.takesBytes && {
      requestBody: { required: true, content: { "*/*": { schema: z.string().meta({ format: "binary" }) } } },
    }),
    ...(route.body && {
      requestBody: {
        required: route.mayLackBody !== true,
        content: { "application/json": { schema: route.body } },
      },
    }),
    responses: {
      ...success(route),
      ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, problem(codes)])),
    },
  };
}

/** Such as `getAgentVersions`: generators of clients name functions after it. */
function operationId(path: string, method: string): string {
  const words = path
    .split(/[/.-]/)
    .map((segment) => segment.replace(/^\{(\w+)\}$/, "by-$1"))
    .flatMap((segment) => segment.split("-"));
  const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
  return `${method.toLowerCase()}${words.map(capital).join("")}`;
}

function success({ answer, status, downloads }: AdminRoute): ZodOpenApiOperationObject["responses"] {
  const content = Object.fromEntries([
    ...(answer ? [["application/json", { schema: answer }]] : []),
    ...(downloads ?? []).map((type) => [type, { schema: z.string() }]),
  ]);
  if (Object.keys(content).length === 0) return { "204": { description: "Done" } };
  const entries = [status ?? 200]
    .flat()
    .map((each) => [
      String(each),
      each === 204
        ? { description: "There is nothing" }
        : { description: each === 201 ? "Created" : "What was asked for, or the new state", content },
    ]);
  return Object.fromEntries(entries) as ZodOpenApiOperationObject["responses"];
}

function failuresOf(path: string, method: string, route: AdminRoute): readonly AdminFailure[] {
  const segments = path.split("/");
  const named = segments.flatMap((segment, at) => {
    const [before = "", list = ""] = [segments[at - 2], segments[at - 1]];
    return segment.startsWith("{") ? [before === "me" ? `me/${list}` : list] : [];
  });
  return [
    ...(route.access === "anyone" ? open : signedIn),
    ...named.flatMap((segment) => missing[segment] ?? []),
    // Forms of other sites cannot send this type: with a cookie it is asked for even without a body.
    ...(method === "GET" ? [] : (["unsupported_media_type"] as const)),
    ...(route.body ? (["payload_too_large"] as const) : []),
    ...(route.needsRevision ? (["precondition_failed", "precondition_required"] as const) : []),
    ...(route.only === "people" || route.only === "speakers" ? (["person_needed"] as const) : []),
    ...(route.needsConfirmation ? (["confirmation_needed"] as const) : []),
    ...(route.fails ?? []),
  ];
}

function problem(codes: readonly AdminFailure[]) {
  return {
    description: codes.map((code) => described(code).title).join("; "),
    content: { "application/problem+json": { schema: adminProblemSchema } },
  };
}

function described(code: AdminFailure) {
  return isOfAdmin(code) ? adminFailures[code] : failures[code];
}

function isOfAdmin(code: AdminFailure): code is AdminFailureCode {
  return Object.hasOwn(adminFailures, code);
}
