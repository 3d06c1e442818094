import { headers, failures, paths } from "@servicechat/contract";
import type { Check, Inspection } from "../check.ts";
import { must, mustBe, needs } from "../expect.ts";
import { readProblem } from "../problem.ts";
import { readRateHeaders } from "../rate-headers.ts";
import { routes } from "../routes.ts";
import type { Exchange } from "../visitor.ts";

const onHeaders = { source: "wire", section: "Headers" } as const;
const errors = { source: "wire", section: "Errors" } as const;
const exposed = [
  headers.sessionToken,
  headers.embedTicket,
  headers.retryAfter,
  headers.rateLimit,
  headers.rateLimitPolicy,
  headers.idempotencyReplayed,
  headers.requestId,
];

/** Rules for every response. They check all earlier responses, so they come last. */
export const everyAnswerChecks: readonly Check[] = [
  {
    id: "every/no-failure",
    sentence: "No response says that the service itself failed.",
    source: "specification",
    section: "Errors",
    run: (inspection) =>
      forEvery(inspection, ({ name, status, text }) =>
        must(status < 500, `${name} below 500`, `${status} ${text}`),
      ),
  },
  {
    id: "every/request-id",
    sentence: "Every response has its own X-Request-Id.",
    ...onHeaders,
    run({ visitor: { record } }) {
      needs(record.length > 0, "nothing was answered");
      const ids = record.map((exchange) => exchange.headers.get(headers.requestId));
      const without = record[ids.indexOf(undefined)];
      must(
        without === undefined,
        "X-Request-Id in every answer",
        `none in ${without?.name} (${without?.status})`,
      );
      mustBe("ids that differ", new Set(ids).size, ids.length);
    },
  },
  {
    id: "every/cors",
    sentence: "The requesting page can read every response, errors included, with the headers that it needs.",
    ...onHeaders,
    run: (inspection) =>
      forEvery(readable(inspection), (exchange) => {
        const { name, status, origin, headers: found } = exchange;
        const where = `${name} (${status})`;
        mustBe(`Access-Control-Allow-Origin of ${where}`, found.get("Access-Control-Allow-Origin"), origin);
        const list = found.get("Access-Control-Expose-Headers")?.toLowerCase().split(/, */) ?? [];
        const missing = exposed.filter((header) => !list.includes(header.toLowerCase()));
        must(
          missing.length === 0,
          `${where} to expose ${exposed.join(", ")}`,
          `without ${missing.join(", ")}`,
        );
        const vary = found.get("Vary")?.toLowerCase().split(/, */) ?? [];
        must(vary.includes("origin"), `Vary of ${where} with Origin`, found.get("Vary"));
      }),
  },
  {
    id: "every/no-credentials",
    sentence: "No response allows credentials, is open to every origin, or sets a cookie.",
    ...onHeaders,
    run: (inspection) =>
      forEvery(inspection, ({ name, headers: found }) => {
        mustBe(
          `Access-Control-Allow-Credentials of ${name}`,
          found.get("Access-Control-Allow-Credentials"),
          undefined,
        );
        must(found.get("Access-Control-Allow-Origin") !== "*", `${name} not to be open to all`, "*");
        mustBe(`Set-Cookie of ${name}`, found.get("Set-Cookie"), undefined);
      }),
  },
  {
    id: "every/not-kept",
    sentence: "No response except the configuration may be cached.",
    ...onHeaders,
    run: (inspection) =>
      forEvery(inspection, ({ ask: { path }, name, status, headers: found }) => {
        if (path.split("?")[0] === paths.config && (status === 200 || status === 304)) return;
        const directives = found.get("Cache-Control")?.split(/, */) ?? [];
        must(
          directives.includes("no-store"),
          `Cache-Control: no-store in ${name} (${status})`,
          directives.join(", "),
        );
      }),
  },
  {
    id: "every/rate",
    sentence:
      "Every response to a valid key gives its limit, the window, what is left, and when more will be available.",
    source: "wire",
    section: "Rate",
    run: (inspection) =>
      forEvery(inspection, (exchange) => {
        if (!isKeyed(exchange)) return;
        const { name, status, headers: found } = exchange;
        const standing = readRateHeaders(found);
        const lines = `${found.get(headers.rateLimitPolicy)} and ${found.get(headers.rateLimit)}`;
        must(standing !== undefined, `RateLimit-Policy and RateLimit in ${name} (${status})`, lines);
        mustBe(`the window (w) in ${name}`, standing.windowSeconds, 60);
        must(standing.left < standing.limit || status === 403, `less than all left in ${name}`, lines);
        must(standing.resetSeconds <= 60, `at most 60 seconds (t) in ${name}`, lines);
      }),
  },
  {
    id: "every/problem",
    sentence:
      "Every error is a problem document that matches its status, its request id and the table of codes.",
    ...errors,
    run: (inspection) =>
      forEvery(inspection, (exchange) => {
        const { ask, name, status, text, headers: found } = exchange;
        if (status < 400 || ask.method === "HEAD") return;
        mustBe(`Content-Type of ${name} (${status})`, found.get("Content-Type"), "application/problem+json");
        const problem = readProblem(exchange);
        must(problem !== undefined, `the fields of a problem in ${name} (${status})`, text);
        const row = failures[problem.code];
        mustBe(`status of ${problem.code}`, [problem.status, row.status], [status, status]);
        mustBe(`retryable of ${problem.code}`, problem.retryable, row.retryable);
        mustBe(`requestId of ${name}`, problem.requestId, found.get(headers.requestId));
      }),
  },
];

function forEvery(
  { visitor: { record } }: Pick<Inspection, "visitor">,
  look: (exchange: Exchange) => void,
): void {
  needs(record.length > 0, "nothing was answered");
  for (const exchange of record) look(exchange);
}

/** Only those that a browser could have requested, and whose request could be parsed at all. */
function readable({ visitor }: Inspection): Pick<Inspection, "visitor"> {
  const record = visitor.record.filter(
    ({ origin, ask, status }) => origin !== undefined && !ask.ambiguous && status !== 431,
  );
  return { visitor: { ...visitor, record } };
}

/** Whether a request reached the check of its key, and the key was valid. */
function isKeyed({ ask, credential, status }: Exchange): boolean {
  const isPath = routes.some(({ path }) => path === ask.path.split("?")[0]);
  return isPath && !ask.ambiguous && (credential === "own" || credential === "lent") && status !== 431;
}
