import { headers as names } from "@servicechat/contract";
import type { Check } from "../check.ts";
import { must, mustBe } from "../expect.ts";
import { mustAnswer } from "../problem.ts";
import { routes } from "../routes.ts";

const section = { source: "wire", section: "Headers" } as const;
const admission = { source: "wire", section: "How a request is admitted" } as const;

/** The headers that a page must be allowed to send. */
const sent = [
  "Authorization",
  "Content-Type",
  "Accept",
  names.sessionToken,
  names.embedTicket,
  names.idempotencyKey,
  names.lastEventId,
];

/** Preflights, which browsers send before a page may contact another origin. */
export const crossOriginChecks: readonly Check[] = [
  {
    id: "preflight/answer",
    sentence: "A preflight is answered with 204 on every path, without a key and from any origin.",
    ...admission,
    async run({ visitor }) {
      for (const { method, path } of routes) {
        const answer = await visitor.ask(preflight(method, path));
        mustAnswer(answer, 204);
        mustBe(`the body of ${answer.name}`, answer.text, "");
      }
    },
  },
  {
    id: "preflight/headers",
    sentence: "A preflight allows every header of the interface, and the methods of the path.",
    ...section,
    async run({ visitor }) {
      for (const { method, path } of routes) {
        const { name, headers } = await visitor.ask(preflight(method, path));
        const allowed = listOf(headers.get("Access-Control-Allow-Headers"));
        const missing = sent.filter((header) => !allowed.has(header.toLowerCase()));
        must(missing.length === 0, `${name} to allow ${sent.join(", ")}`, `without ${missing.join(", ")}`);
        const methods = headers.get("Access-Control-Allow-Methods");
        must(listOf(methods).has(method.toLowerCase()), `${name} to allow the method ${method}`, methods);
      }
    },
  },
  {
    id: "preflight/kept",
    sentence: "A browser may cache the response to a preflight for two hours.",
    ...section,
    async run({ visitor }) {
      const { headers } = await visitor.ask(preflight("GET", "/chat-bot/config"));
      mustBe("Access-Control-Max-Age", headers.get("Access-Control-Max-Age"), "7200");
    },
  },
];

function preflight(method: string, path: string) {
  return {
    method: "OPTIONS",
    path,
    key: null,
    headers: [
      ["Access-Control-Request-Method", method],
      ["Access-Control-Request-Headers", sent.join(",").toLowerCase()],
    ],
  } as const;
}

function listOf(header: string | undefined): ReadonlySet<string> {
  return new Set(header?.split(",").map((entry) => entry.trim().toLowerCase()));
}
