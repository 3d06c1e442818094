import { headers, asObject, isHexColour, paths, publicKeyId, readTicketClaims } from "@servicechat/contract";
import { widgetConfigSchema } from "@servicechat/contract/schemas";
import type { Check } from "../check.ts";
import { readFields, readJson } from "../conversation.ts";
import { must, mustBe, needs } from "../expect.ts";
import { mustAnswer, mustRefuse } from "../problem.ts";

const specified = { source: "specification", section: "GET /chat-bot/config" } as const;
const described = { source: "wire", section: "Configuration" } as const;
const ofOrigins = { source: "wire", section: "Origins" } as const;
const daySeconds = 86_400;

/** What the launcher needs before it can draw anything. */
export const configurationChecks: readonly Check[] = [
  {
    id: "config/status",
    sentence: "The configuration is answered with 200 and is JSON.",
    ...specified,
    async run({ evidence }) {
      const config = await evidence.config();
      mustAnswer(config, 200);
      must(
        /^application\/json(?:;|$)/.test(config.headers.get("Content-Type") ?? ""),
        "Content-Type: application/json",
        config.headers.get("Content-Type"),
      );
    },
  },
  {
    id: "config/body",
    sentence: "The configuration has exactly the specified fields, each of its type.",
    ...specified,
    async run({ evidence }) {
      const body = readJson((await evidence.config()).text);
      const { data, error } = widgetConfigSchema.safeParse(body);
      const fault = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
      must(data !== undefined, "the specified fields", fault ?? body);
      mustBe("no other field than", body, data); // the schema drops unknown fields
    },
  },
  {
    id: "config/colour",
    sentence: "The primary color is written as a hex color.",
    ...specified,
    async run({ evidence }) {
      const colour = asObject(readFields(await evidence.config())["branding"])?.["primaryColor"];
      must(isHexColour(colour), "#rgb or #rrggbb", colour);
    },
  },
  {
    id: "config/cache",
    sentence: "The configuration may be cached by anyone for 60 seconds.",
    ...specified,
    async run({ evidence }) {
      const found = (await evidence.config()).headers.get("Cache-Control") ?? "";
      const directives = found.split(",").map((directive) => directive.trim().toLowerCase());
      mustBe("Cache-Control", directives.toSorted(), ["max-age=60", "public"]);
    },
  },
  {
    id: "config/vary",
    sentence: "The configuration is cached separately for each key and origin.",
    ...specified,
    async run({ evidence }) {
      const found = (await evidence.config()).headers.get("Vary");
      const names = new Set(found?.split(",").map((name) => name.trim().toLowerCase()));
      must(names.has("authorization") && names.has("origin"), "Vary: Authorization, Origin", found);
    },
  },
  {
    id: "config/etag",
    sentence: "The configuration has an ETag, and a request that names it gets 304 without a body.",
    ...described,
    async run({ visitor, evidence }) {
      const etag = (await evidence.config()).headers.get("ETag");
      must(/^(?:W\/)?"[^"]+"$/.test(etag ?? ""), "an ETag in quotes", etag);
      const again = await visitor.ask({ path: paths.config, headers: [["If-None-Match", etag ?? ""]] });
      mustAnswer(again, 304);
      mustBe("the body of a 304", again.text, "");
      mustBe("the ETag of a 304", again.headers.get("ETag"), etag);
      const other = await visitor.ask({ path: paths.config, headers: [["If-None-Match", '"other"']] });
      mustAnswer(other, 200);
    },
  },
  {
    id: "config/ticket",
    sentence: "The configuration comes with an embed ticket that attests key and origin for 24 hours.",
    ...ofOrigins,
    async run({ visitor, evidence }) {
      const ticket = (await evidence.config()).headers.get(headers.embedTicket);
      const claims = readTicketClaims(ticket ?? "");
      must(claims !== undefined, "X-Embed-Ticket: claims and seal, in base64url, with a dot between", ticket);
      mustBe("the origin in the ticket", claims.o, visitor.origin);
      mustBe("the key in the ticket", claims.k, publicKeyId(visitor.key));
      const left = claims.x - visitor.clock.wallMs() / 1000;
      must(Math.abs(left - daySeconds) < 300, "expiry in 24 hours", `one in ${Math.round(left)} seconds`);
    },
  },
  {
    id: "config/ticket-admits",
    sentence:
      "A request without Origin is admitted with a valid ticket, and refused with one that was altered.",
    ...ofOrigins,
    async run({ visitor, evidence }) {
      const ticket = (await evidence.config()).headers.get(headers.embedTicket) ?? "";
      needs(ticket !== "", "the configuration had no ticket");
      const show = (shown: string, origin: string | null) =>
        visitor.ask({ path: paths.agent, origin, headers: [[headers.embedTicket, shown]] });
      mustAnswer(await show(ticket, null), 200);
      const altered = ticket.endsWith("AAAA")
        ? ticket.replace(/.{4}$/, "BBBB")
        : ticket.replace(/.{4}$/, "AAAA");
      mustRefuse(await show(altered, null), "origin_not_allowed");
      mustRefuse(await show(ticket, "https://not-allowed.invalid"), "origin_not_allowed");
    },
  },
];
