import { headers, paths } from "@servicechat/contract";
import type { Check } from "../check.ts";
import { must, mustBe } from "../expect.ts";
import { mustAnswer, mustRefuse, readProblem } from "../problem.ts";
import { routes, specifiedRoutes } from "../routes.ts";
import { messageAsk, textBody } from "../visitor.ts";
import type { VisitorAsk } from "../visitor.ts";

const authentication = { source: "specification", section: "Authentication" } as const;
const admission = { source: "wire", section: "How a request is admitted" } as const;
const origins = { source: "wire", section: "Origins" } as const;

/** On no list: a service that admits it admits anyone. */
export const foreign = "https://not-allowed.invalid";
const unknownKey = `ak_000000000000_${"A".repeat(43)}`;

/** Who is refused, how, and in which order. */
export const refusalChecks: readonly Check[] = [
  {
    id: "refusal/no-key",
    sentence: "A request without a key is answered with 401, on every path.",
    ...authentication,
    async run({ visitor }) {
      for (const { method, path } of specifiedRoutes)
        mustAnswer(await visitor.ask({ method, path, key: null }), 401);
    },
  },
  {
    id: "refusal/wrong-key",
    sentence: "An unknown key, or a known one with a wrong secret, is answered with 401.",
    ...authentication,
    async run({ visitor }) {
      for (const key of [unknownKey, withOtherSecret(visitor.key)])
        for (const { method, path } of specifiedRoutes)
          mustAnswer(await visitor.ask({ method, path, key }), 401);
    },
  },
  {
    id: "refusal/foreign-origin",
    sentence: "A request from an origin that is not on the key's list is answered with 403, on every path.",
    ...authentication,
    async run({ visitor }) {
      for (const { method, path } of specifiedRoutes)
        mustAnswer(await visitor.ask({ method, path, origin: foreign }), 403);
    },
  },
  {
    id: "refusal/additive-paths",
    sentence: "The paths for resuming, stopping, erasing, files and images refuse like the others.",
    ...admission,
    async run({ visitor }) {
      for (const { method, path } of routes.slice(specifiedRoutes.length)) {
        mustRefuse(await visitor.ask({ method, path, key: null }), "key_missing");
        mustRefuse(await visitor.ask({ method, path, origin: foreign }), "origin_not_allowed");
      }
    },
  },
  {
    id: "refusal/codes",
    sentence: "A refusal has its code, and a 401 names the expected scheme.",
    ...admission,
    async run({ visitor }) {
      const missing = await visitor.ask({ path: paths.agent, key: null });
      mustRefuse(missing, "key_missing");
      mustBe("WWW-Authenticate", missing.headers.get("WWW-Authenticate"), "Bearer");
      mustRefuse(await visitor.ask({ path: paths.agent, key: unknownKey }), "key_rejected");
      const basic = [["Authorization", `Basic ${visitor.key}`]] as const;
      mustRefuse(await visitor.ask({ path: paths.agent, key: null, headers: basic }), "key_missing");
      mustRefuse(await visitor.ask({ path: paths.agent, origin: foreign }), "origin_not_allowed");
    },
  },
  {
    id: "refusal/keys-look-alike",
    sentence: "A refusal does not reveal whether the public part of a key exists.",
    ...admission,
    async run({ visitor }) {
      const answers = [
        await visitor.ask({ path: paths.agent, key: unknownKey }),
        await visitor.ask({ path: paths.agent, key: withOtherSecret(visitor.key) }),
      ];
      for (const answer of answers) mustRefuse(answer, "key_rejected");
      const [unknown, altered] = answers.map((answer) => ({ ...readProblem(answer), requestId: undefined }));
      mustBe("the refusal of a known key with another secret", altered, unknown);
    },
  },
  {
    id: "refusal/no-origin",
    sentence: "A request without Origin is refused, unless its key is for back ends.",
    ...origins,
    async run({ visitor }) {
      mustRefuse(await visitor.ask({ path: paths.agent, origin: null }), "origin_not_allowed");
    },
  },
  {
    id: "refusal/odd-origins",
    sentence: "An Origin that is null, misspelt or merely similar to an allowed one is refused.",
    ...origins,
    async run({ visitor }) {
      for (const origin of similarTo(visitor.origin))
        mustRefuse(await visitor.ask({ path: paths.agent, origin }), "origin_not_allowed");
    },
  },
  {
    id: "refusal/order",
    sentence: "The first failed check decides: path, then key, origin, method, and finally the body.",
    ...admission,
    async run({ visitor }) {
      const expected: readonly (readonly [VisitorAsk, Parameters<typeof mustRefuse>[1]])[] = [
        [{ path: "/chat-bot/nothing-here", key: null }, "not_found"],
        [{ path: paths.agent, key: unknownKey, origin: foreign }, "key_rejected"],
        [{ path: paths.agent, method: "PUT", origin: foreign }, "origin_not_allowed"],
        [messageAsk("{", { key: null }), "key_missing"],
        [messageAsk("{", { origin: foreign }), "origin_not_allowed"],
        [
          messageAsk(`{${" ".repeat(70_000)}`, { headers: [["Content-Type", "text/plain"]] }),
          "payload_too_large",
        ],
      ];
      for (const [ask, code] of expected) mustRefuse(await visitor.ask(ask), code);
    },
  },
  {
    id: "refusal/doubled-headers",
    sentence: "A critical header that is sent twice, or a full URL as the target, is answered with 400.",
    ...admission,
    async run({ visitor }) {
      const doubled = [
        ["Authorization", `Bearer ${visitor.key}`],
        ["Origin", visitor.origin],
        [headers.sessionToken, "st_a"],
      ] as const;
      for (const header of doubled) {
        const twice = { path: paths.agent, token: "st_b", headers: [header], ambiguous: true };
        mustAnswer(await visitor.ask(twice), 400);
      }
      const target = `http://other.invalid${paths.agent}`;
      mustAnswer(await visitor.ask({ path: paths.agent, target, ambiguous: true }), 400);
    },
  },
  {
    id: "refusal/no-session",
    sentence: "A message that is refused opens no chat.",
    ...authentication,
    async run({ visitor }) {
      const refused = [
        await visitor.ask(messageAsk(textBody("Hello."), { key: null })),
        await visitor.ask(messageAsk(textBody("Hello."), { origin: foreign })),
        await visitor.ask(messageAsk("{")),
      ];
      for (const { name, status, headers: found } of refused)
        must(
          found.get(headers.sessionToken) === undefined,
          `no X-Session-Token in ${name} (${status})`,
          "one",
        );
    },
  },
];

/** The public part belongs to another key; only the first character of the secret changes. */
function withOtherSecret(key: string): string {
  return key.replace(
    /^(.*_)(.)(.*)$/,
    (_, front: string, first: string, rest: string) => front + (first === "x" ? "y" : "x") + rest,
  );
}

function similarTo(origin: string): readonly string[] {
  const { protocol, host } = new URL(origin);
  return [
    "null",
    `${origin}/`,
    `${origin}.not-allowed.invalid`,
    `${protocol}//not-allowed-${host}`,
    `${protocol}//${host.toUpperCase()}`,
    `${protocol}//visitor@${host}`,
    `${origin}, ${foreign}`,
  ];
}
