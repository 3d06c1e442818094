import type { Check } from "../check.ts";
import { hear, readHistory, say } from "../conversation.ts";
import type { HistoryEntry } from "../conversation.ts";
import { mustBe, needs } from "../expect.ts";
import { mustAnswer, mustRefuse } from "../problem.ts";
import { messageAsk } from "../visitor.ts";
import type { Visitor } from "../visitor.ts";

const section = { source: "wire", section: "Replacing the last message" } as const;
const strange = "msg_0190b1a0-0000-7000-8000-000000000001";

/** Replacing the last message. */
export const replacingChecks: readonly Check[] = [
  {
    id: "replace/kept",
    sentence: "A message can replace the last one, which stays in the history and is marked there.",
    ...section,
    async run({ visitor }) {
      const { token } = await say(visitor, ["Hello, firts."]);
      const [asked] = await readHistory(visitor, token);
      mustAnswer((await replace(visitor, asked, token)).exchange, 200);
      const messages = await readHistory(visitor, token);
      mustBe(
        "what the history marks as replaced",
        messages.map(({ role, replaced }) => [role, replaced]),
        [
          ["user", true],
          ["assistant", true],
          ["user", undefined],
          ["assistant", undefined],
        ],
      );
      mustBe("the old text", messages[0]?.content, "Hello, firts.");
    },
  },
  {
    id: "replace/refused",
    sentence:
      "Replacing anything else gets 409 and leaves nothing behind: an earlier message, one of another chat, a reply, or one without a session. A malformed id gets 400.",
    ...section,
    async run({ visitor }) {
      await visitor.makeRoom(8);
      const { token } = await say(visitor, ["Hello, first."]);
      await say(visitor, ["Hello, second."], { token });
      const [first, , , reply] = await readHistory(visitor, token);
      for (const message of [first, reply, { id: strange }])
        mustRefuse((await replace(visitor, message, token)).exchange, "not_replaceable");
      const opened = await replace(visitor, first);
      mustRefuse(opened.exchange, "not_replaceable");
      mustBe("X-Session-Token of a refusal", opened.token, "");
      mustRefuse((await replace(visitor, { id: "1" }, token)).exchange, "malformed_request");
      mustBe("messages in the history", (await readHistory(visitor, token)).length, 4);
    },
  },
];

async function replace(visitor: Visitor, message: HistoryEntry | undefined, token?: string) {
  needs(message?.id !== undefined, "the history has no message");
  const messages = [{ type: "text", block: { value: "Hello, otherwise." } }];
  const body = JSON.stringify({ messages, replaces: message.id });
  return hear(await visitor.ask(messageAsk(body, token === undefined ? {} : { token })), []);
}
