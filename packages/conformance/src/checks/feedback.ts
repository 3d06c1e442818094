import { paths } from "@servicechat/contract";
import type { Check, Inspection } from "../check.ts";
import { historyOf, readFields, say } from "../conversation.ts";
import { mustBe, needs } from "../expect.ts";
import { mustAnswer, mustRefuse } from "../problem.ts";
import type { VisitorAsk } from "../visitor.ts";

const feedback = { source: "wire", section: "Feedback" } as const;

/** Ratings of replies. A service need not offer them. */
export const feedbackChecks: readonly Check[] = [
  {
    id: "feedback/kept",
    sentence:
      "The last rating of a reply replaces earlier ones entirely, and null withdraws it; the history has the current one.",
    ...feedback,
    async run(inspection) {
      const { token, messageId } = await replyToRate(inspection);
      const { visitor } = inspection;
      const readBack = async () =>
        historyOf(await visitor.ask({ path: paths.history, token })).find(({ id }) => id === messageId)
          ?.feedback;
      for (const [rated, shown] of [
        [
          { rating: "down", comment: "Too long." },
          { rating: "down", comment: "Too long." },
        ],
        [{ rating: "up" }, { rating: "up" }],
        [{ rating: "up" }, { rating: "up" }],
        [{ rating: null }, undefined],
      ] as const) {
        const answer = await visitor.ask(rating({ messageId, ...rated }, token));
        mustAnswer(answer, 204);
        mustBe("the body of a 204", answer.text, "");
        mustBe(`feedback after ${JSON.stringify(rated)}`, await readBack(), shown);
      }
    },
  },
  {
    id: "feedback/refused",
    sentence:
      "An invalid rating gets 400; a rating of another chat's reply, of a visitor's message or without a session gets 404.",
    ...feedback,
    async run(inspection) {
      const { token, messageId, asked } = await replyToRate(inspection);
      const { visitor } = inspection;
      for (const body of [{}, { messageId }, { messageId, rating: "5" }, { messageId: 1, rating: "up" }])
        mustRefuse(await visitor.ask(rating(body, token)), "malformed_request");
      const strange = "msg_0190b1a0-0000-7000-8000-000000000001";
      for (const id of [strange, asked])
        mustRefuse(await visitor.ask(rating({ messageId: id, rating: "up" }, token)), "reply_not_found");
      mustRefuse(await visitor.ask(rating({ messageId, rating: "up" })), "session_not_found");
    },
  },
];

/** A new chat, and the ids of its two messages. */
async function replyToRate({ visitor }: Inspection) {
  const { token } = await say(visitor, ["Hello."]);
  const [asked, reply] = historyOf(await visitor.ask({ path: paths.history, token }));
  const messageId = String(reply?.id);
  const withdrawn = await visitor.ask(rating({ messageId, rating: null }, token));
  needs(readFields(withdrawn)["code"] !== "not_found", "the agent's replies cannot be rated");
  return { token, asked: String(asked?.id), messageId };
}

function rating(body: object, token?: string): VisitorAsk {
  return {
    method: "POST",
    path: paths.feedback,
    headers: [["Content-Type", "application/json"]],
    body: JSON.stringify(body),
    ...(token !== undefined && { token }),
  };
}
