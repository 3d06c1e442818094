import { headers, paths } from "@servicechat/contract";
import type { Check, Inspection } from "../check.ts";
import { must } from "../expect.ts";
import { mustAnswer } from "../problem.ts";
import { messageAsk } from "../visitor.ts";
import type { VisitorAsk } from "../visitor.ts";

const section = { source: "wire", section: "Errors" } as const;

/** Requests that are never sent by mistake. Whatever the response, it must not be a failure of the service. */
export const hostileChecks: readonly Check[] = [
  {
    id: "hostile/targets",
    sentence: "No path makes the service fail.",
    ...section,
    run: (inspection) =>
      mustWithstand(
        inspection,
        [
          "/chat-bot/../../../../etc/passwd",
          "/chat-bot/..%2f..%2f..%2fetc%2fpasswd",
          "/chat-bot/%00",
          "/chat-bot/%ff%fe%zz",
          "/chat-bot/config?__proto__[x]=1&a=%00",
          "//chat-bot//config",
          `/chat-bot/${"a/".repeat(3_000)}`,
        ].map((path) => ({ path })),
      ),
  },
  {
    id: "hostile/headers",
    sentence: "No header makes the service fail.",
    ...section,
    run: (inspection) =>
      mustWithstand(inspection, [
        { path: paths.history, token: "\u00ff\u00fe ' OR 1=1 --" },
        { path: paths.history, token: "__proto__" },
        { path: paths.stream, token: "x", headers: [[headers.lastEventId, `rep_.${"9".repeat(400)}`]] },
        { path: paths.agent, key: `ak_${"0".repeat(4_000)}_x` },
        { path: paths.agent, key: "\u00e9\u00e8" },
        { path: paths.agent, headers: [[headers.embedTicket, "a.b.c"]], origin: null },
        { path: paths.agent, headers: [[headers.embedTicket, `${"e30".repeat(900)}.`]], origin: null },
        {
          path: paths.config,
          headers: [
            ["If-None-Match", `W/"${"x".repeat(2_000)}"`],
            ["Range", "bytes=9-1"],
          ],
        },
        { path: paths.config, headers: [["Cookie", "a".repeat(7_000)]] },
        messageAsk("{}", { headers: [[headers.idempotencyKey, "\u00ff{}'\""]] }),
        messageAsk("{}", { headers: [["Content-Encoding", "gzip"]] }),
      ]),
  },
  {
    id: "hostile/too-many-headers",
    sentence: "Headers of 100 KB are refused, and the service keeps running.",
    ...section,
    run: (inspection) =>
      mustWithstand(inspection, [{ path: paths.config, headers: [["X-Padding", "x".repeat(100_000)]] }]),
  },
  {
    id: "hostile/bodies",
    sentence: "No body makes the service fail.",
    ...section,
    run: (inspection) =>
      mustWithstand(
        inspection,
        [
          '{"__proto__":{"messages":[]},"constructor":{"prototype":{}}}',
          '{"messages":[{"type":"constructor","block":{"value":"x"}}]}',
          '{"messages":[{"type":"action","block":{"actionId":"__proto__","input":{"__proto__":{"a":1}}}}]}',
          '{"messages":[{"type":"answer","block":{"questionId":"toString","answers":{"__proto__":"x"}}}]}',
          '{"messages":[{"type":"text","block":{"value":1e999}}]}',
          '{"messages":[null,[],0,"",false]}',
          '{"messages":[],"messages":{}}',
          `{"messages":${"[".repeat(30_000)}`,
          `{${'"a":1,'.repeat(9_000)}"b":2}`,
          "\ufeff{}",
        ].map((body) => messageAsk(body)),
      ),
  },
];

/** @throws Mismatch if a response says that the service failed, or if it does not respond afterwards */
async function mustWithstand({ visitor }: Inspection, asks: readonly VisitorAsk[]): Promise<void> {
  for (const ask of asks) {
    const { name, status, text } = await visitor.ask(ask);
    must(status >= 200 && status < 500, `${name} to be answered below 500`, `${status} ${text}`);
  }
  mustAnswer(await visitor.ask({ path: paths.config }), 200);
}
