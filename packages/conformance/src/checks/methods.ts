import { paths } from "@servicechat/contract";
import type { Check } from "../check.ts";
import { must, mustBe, needs } from "../expect.ts";
import { mustAnswer, mustRefuse } from "../problem.ts";
import { routes } from "../routes.ts";

const section = { source: "wire", section: "How a request is admitted" } as const;

/** Paths and methods outside the interface. */
export const methodChecks: readonly Check[] = [
  {
    id: "methods/head",
    sentence: "HEAD is answered like GET, without a body.",
    ...section,
    async run({ visitor, evidence }) {
      const { token } = await evidence.first();
      needs(token !== "", "the first message got no session token");
      for (const path of [paths.config, paths.agent, paths.history]) {
        const [get, head] = [
          await visitor.ask({ path, token }),
          await visitor.ask({ method: "HEAD", path, token }),
        ];
        mustAnswer(head, get.status);
        mustBe("the body of HEAD", head.text, "");
        for (const name of ["Content-Type", "Cache-Control", "ETag", "Vary"])
          mustBe(`${name} of HEAD ${path}`, head.headers.get(name), get.headers.get(name));
      }
    },
  },
  {
    id: "methods/wrong",
    sentence:
      "A method that a path does not support is answered with 405 and a list of those that it supports.",
    ...section,
    async run({ visitor }) {
      for (const { method, path, wrong } of routes) {
        const refused = await visitor.ask({ method: wrong, path });
        mustRefuse(refused, "method_not_allowed");
        const allowed = refused.headers.get("Allow");
        must(allowed?.split(/, */).includes(method) === true, `Allow with ${method} for ${path}`, allowed);
      }
    },
  },
  {
    id: "methods/unknown-path",
    sentence: "A path that does not exist is answered with 404.",
    ...section,
    async run({ visitor }) {
      for (const path of ["/chat-bot/nothing-here", "/chat-bot/config/", "/chat-bot", "/CHAT-BOT/config"])
        mustRefuse(await visitor.ask({ path }), "not_found");
    },
  },
];
