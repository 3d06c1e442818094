import { headers, asObject, paths } from "@servicechat/contract";
import type { Check } from "../check.ts";
import { say } from "../conversation.ts";
import { textOf } from "../event-stream.ts";
import { must, mustBe, needs } from "../expect.ts";
import { streamAsk } from "../long-replies.ts";
import { mustAnswer, mustRefuse } from "../problem.ts";

const resuming = { source: "wire", section: "Resuming" } as const;
const unknownReply = "rep_00000000-0000-7000-8000-000000000000.1";

/** Replies that take a while: they arrive as they are written, outlive their readers, and can be stopped. */
export const resumingChecks: readonly Check[] = [
  {
    id: "stream/rest",
    sentence: "A reply that is resumed after an event sends exactly the later events.",
    ...resuming,
    async run({ evidence }) {
      const { original, rest } = await evidence.followed();
      mustAnswer(rest.exchange, 200);
      const all = original.events().map(({ name, id, json }) => [name, id, json]);
      const from = all.findIndex(([, id]) => id === rest.after) + 1;
      mustBe(
        "the events",
        rest.events.map(({ name, id, json }) => [name, id, json]),
        all.slice(from),
      );
    },
  },
  {
    id: "stream/whole",
    sentence: "A reply that is resumed without a position begins at its start.",
    ...resuming,
    async run({ evidence }) {
      const { original, whole } = await evidence.followed();
      mustAnswer(whole.exchange, 200);
      mustBe("the events", whole.events, original.events());
    },
  },
  {
    id: "stream/unknown-position",
    sentence: "A position that is invalid, or that the reply has not reached, is refused with 409.",
    ...resuming,
    async run({ visitor, evidence }) {
      const { token } = await evidence.first();
      needs(token !== "", "the first message got no session token");
      for (const position of ["nonsense", unknownReply])
        mustRefuse(await visitor.ask(streamAsk(token, position)), "resume_unavailable");
      mustRefuse((await evidence.followed()).beyond, "resume_unavailable");
    },
  },
  {
    id: "stream/nothing-runs",
    sentence: "When no reply is running, resuming is answered with 204.",
    ...resuming,
    async run({ evidence }) {
      for (const answer of (await evidence.followed()).afterwards) {
        mustAnswer(answer, 204);
        mustBe("the body of a 204", answer.text, "");
      }
    },
  },
  {
    id: "stream/live",
    sentence: "A reply arrives while it is being written, not at its end.",
    source: "specification",
    section: "POST /chat-bot/",
    async run({ evidence }) {
      // After the checks that resume this reply: this one waits for its end.
      const { sentAt, original } = await evidence.long();
      await original.ended();
      const times = original.times();
      needs(times !== undefined, "the reply had no bytes");
      const [first, whole] = [times.first - sentAt, times.last - sentAt];
      needs(
        whole > 500,
        "the reply took less than half a second, so nothing can be told; see --long-message",
      );
      must(
        first < whole * 0.8,
        "the first event well before the last",
        `${Math.round(first)} of ${Math.round(whole)} ms`,
      );
    },
  },
  {
    id: "stream/no-session",
    sentence: "Without a session there is nothing to resume, stop or erase: 404.",
    source: "wire",
    section: "Sessions",
    async run({ visitor }) {
      for (const token of [undefined, `st_${"C".repeat(43)}`])
        for (const [method, path] of [
          ["GET", paths.stream],
          ["POST", paths.stop],
          ["DELETE", paths.session],
        ] as const)
          mustRefuse(await visitor.ask({ method, path, ...(token && { token }) }), "session_not_found");
    },
  },
  {
    id: "stream/left",
    sentence: "A reply continues when its reader leaves, and is complete in the history.",
    ...resuming,
    async run({ evidence }) {
      const { meanwhile, afterwards, events } = await evidence.left();
      mustBe(
        "the roles meanwhile",
        meanwhile.map(({ role }) => role),
        ["user", "assistant"],
      );
      mustBe("status meanwhile", meanwhile.at(-1)?.status, "streaming");
      mustBe("status afterwards", afterwards.at(-1)?.status, "complete");
      mustBe("content afterwards", afterwards.at(-1)?.content, textOf(events));
    },
  },
  {
    id: "stop/ends",
    sentence: "Stopping ends the reply with done and keeps what was said.",
    ...resuming,
    async run({ evidence }) {
      const { stop, events, history } = await evidence.stopped();
      mustAnswer(stop, 204);
      mustBe("the last event", events.at(-1)?.name, "done");
      mustBe("status in the history", history.at(-1)?.status, "stopped");
      mustBe("content in the history", history.at(-1)?.content, textOf(events));
    },
  },
  {
    id: "stop/idle",
    sentence: "Stopping is answered with 204 even when no reply is running.",
    ...resuming,
    async run({ evidence }) {
      mustAnswer((await evidence.stopped()).stopAgain, 204);
    },
  },
  {
    id: "queue/waits",
    sentence:
      "A message sent while a reply is running gets its stream at once: start, then a line of progress.",
    source: "wire",
    section: "Two messages at once",
    async run({ evidence }) {
      for (const { exchange, listening } of (await evidence.crowded()).answers.slice(1)) {
        mustAnswer(exchange, 200);
        const names = listening.events().map(({ name }) => name);
        mustBe("the first events of a message that waits", names.slice(0, 2), ["start", "progress"]);
      }
    },
  },
  {
    id: "queue/full",
    sentence:
      "With one reply running and three waiting, a message is refused as session_busy, with Retry-After.",
    source: "wire",
    section: "Two messages at once",
    async run({ evidence }) {
      const { fifth } = await evidence.crowded();
      mustRefuse(fifth, "session_busy");
      const wait = fifth.headers.get(headers.retryAfter);
      must(/^[1-9]\d*$/.test(wait ?? ""), "Retry-After of 1 or more", wait);
    },
  },
  {
    id: "queue/erased",
    sentence: "Erasing a chat ends its replies, including those that are waiting.",
    source: "wire",
    section: "At a glance",
    async run({ visitor, evidence }) {
      const { answers } = await evidence.crowded();
      // The running reply may have ended just before; the last waiting one cannot have.
      const last = answers.at(-1)?.listening.events().at(-1);
      const { code } = asObject(last?.data) ?? {};
      must(last?.name === "error" && code === "session_erased", "the error session_erased at the end", last);
      const { exchange } = await say(visitor, ["Hello after that."]);
      mustAnswer(exchange, 200);
    },
  },
];
