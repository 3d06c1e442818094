import type { Spoil } from "../../support/spoiling-proxy.ts";
import { shop } from "../../support/start-service.ts";
import { always, header, status, text } from "./fault.ts";
import type { Fault } from "./fault.ts";

const config = "/chat-bot/config";

/** What a service could do wrong at its entrance: the configuration, headers, and admission. */
export function headFaultsOf({ key }: { readonly key: string }): readonly Fault[] {
  return [...headFaults, ...admissionFaults({ key })];
}

const headFaults: readonly Fault[] = [
  { what: "answers the configuration with 201", spoil: status(200, 201, config), fails: ["config/status"] },
  {
    what: "adds a field to the configuration",
    spoil: text(config, (body) => body.replace("{", '{"more":1,')),
    fails: ["config/body"],
  },
  {
    what: "leaves a field of the configuration out",
    spoil: text(config, (body) => body.replace("welcomeMessage", "greeting")),
    fails: ["config/body"],
  },
  {
    what: "names a colour in words",
    spoil: text(config, (body) => body.replace(/"#\w+"/, '"teal"')),
    fails: ["config/colour"],
  },
  {
    what: "lets the configuration be kept too long",
    spoil: header("cache-control", "public, max-age=61", ({ headers }) => headers["etag"] !== undefined),
    fails: ["config/cache"],
  },
  { what: "forgets the key in Vary", spoil: header("vary", "Origin"), fails: ["config/vary"] },
  { what: "sends no ETag", spoil: header("etag", undefined), fails: ["config/etag"] },
  {
    what: "ignores If-None-Match",
    spoil: always(({ headers }) => delete headers["if-none-match"]),
    fails: ["config/etag"],
  },
  { what: "gives no ticket", spoil: header("x-embed-ticket", undefined), fails: ["config/ticket"] },
  {
    what: "says nothing of the rate",
    spoil: header("ratelimit", undefined),
    fails: ["rate/shared", "rate/uncounted", "every/rate"],
  },
  {
    what: "says the same of the rate always",
    spoil: header("ratelimit", '"key";r=5;t=60'),
    fails: ["rate/shared", "rate/uncounted"],
  },
  {
    what: "answers 503 over the limit",
    spoil: status(429, 503),
    fails: ["rate/exceeded", "rate/problem", "rate/recovers"],
  },
  {
    what: "sends no Retry-After",
    spoil: header("retry-after", undefined),
    fails: ["rate/problem", "queue/full"],
  },
  { what: "promises too much with Retry-After", spoil: header("retry-after", "1"), fails: ["rate/recovers"] },
  { what: "answers a preflight with 200", spoil: status(204, 200), fails: ["preflight/answer"] },
  {
    what: "keeps a header from pages",
    spoil: header("access-control-allow-headers", "Authorization, Content-Type"),
    fails: ["preflight/headers"],
  },
  {
    what: "lets no preflight be kept",
    spoil: header("access-control-max-age", undefined),
    fails: ["preflight/kept"],
  },
  {
    what: "gives every request one id",
    spoil: header("x-request-id", "one"),
    fails: ["every/request-id", "every/problem"],
  },
  { what: "exposes nothing", spoil: header("access-control-expose-headers", ""), fails: ["every/cors"] },
  {
    what: "allows credentials",
    spoil: { answer: ({ headers }) => void (headers["access-control-allow-credentials"] = "true") },
    fails: ["every/no-credentials"],
  },
  {
    what: "is open to every origin",
    spoil: header("access-control-allow-origin", "*"),
    fails: ["every/no-credentials", "every/cors"],
  },
  { what: "lets answers be kept", spoil: header("cache-control", "private"), fails: ["every/not-kept"] },
  {
    what: "counts in another window",
    spoil: header("ratelimit-policy", '"key";q=1000;w=30'),
    fails: ["every/rate"],
  },
  {
    what: "declares errors as plain JSON",
    spoil: header("content-type", "application/json"),
    fails: ["every/problem"],
  },
];

function admissionFaults({ key }: { readonly key: string }): readonly Fault[] {
  return [
    {
      what: "takes every key for the right one",
      spoil: always(({ headers }) => void (headers["authorization"] &&= `Bearer ${key}`)),
      fails: ["refusal/wrong-key", "refusal/keys-look-alike", "refusal/codes"],
    },
    {
      what: "needs no key",
      spoil: always(({ headers }) => void (headers["authorization"] = `Bearer ${key}`)),
      fails: ["refusal/no-key", "refusal/no-session"],
    },
    {
      what: "lets every origin in",
      spoil: always(({ headers }) => void (headers["origin"] = shop)),
      fails: [
        "config/ticket-admits",
        "refusal/foreign-origin",
        "refusal/no-origin",
        "refusal/odd-origins",
        "refusal/order",
        "refusal/additive-paths",
      ],
    },
    {
      what: "tells known keys from unknown ones",
      spoil: {
        answer: (answer, { headers }) => {
          if (String(headers["authorization"]).includes("ak_000000000000_"))
            answer.text = (body) => body.replace(" or revoked", "");
        },
      },
      fails: ["refusal/keys-look-alike"],
    },
    {
      what: "takes the first of doubled headers",
      spoil: always(({ headers }) => {
        for (const [name, value] of Object.entries(headers))
          if (Array.isArray(value)) headers[name] = value[0];
      }),
      fails: ["refusal/doubled-headers"],
    },
    { what: "answers HEAD without an ETag", spoil: headWithoutEtag, fails: ["methods/head"] },
    {
      what: "does not list the methods of a path",
      spoil: header("allow", undefined),
      fails: ["methods/wrong"],
    },
    {
      what: "answers 200 where nothing is",
      spoil: status(404, 200),
      fails: ["methods/unknown-path", "history/none", "stream/no-session"],
    },
    {
      what: "falls over what is malformed",
      spoil: status(400, 500),
      fails: ["hostile/bodies", "body/malformed", "every/no-failure"],
    },
    {
      what: "falls over paths and headers",
      spoil: {
        answer: (answer) =>
          void (answer.status = [401, 403, 404, 431].includes(answer.status) ? 500 : answer.status),
      },
      fails: ["hostile/targets", "hostile/headers", "hostile/too-many-headers"],
    },
  ];
}

const headWithoutEtag: Spoil = {
  answer: (answer, { method }) => {
    if (method === "HEAD") delete answer.headers["etag"];
  },
};
