import type { ConsoleState } from "./console-state.ts";
import { ago, transcript } from "./chats-data.ts";
import { lists, says } from "./scene.ts";

const flag = {
  reason: "outdated" as const,
  right: "Since May, you have 60 days.",
  by: "Alma Berg",
  at: ago(2),
};
const flagged = {
  ...transcript,
  entries: transcript.entries.map((entry) =>
    entry.type === "message" && entry.by.kind === "agent" ? { ...entry, flag } : entry,
  ),
};

/** The page of approved answers in every state. */
export const answersStates: readonly ConsoleState[] = [
  { name: "answers", title: "Approved answers", path: "answers", shows: ".rows" },
  { name: "answer", title: "One approved answer", path: "answers/ans_vouchers", shows: ".answer-form" },
  {
    name: "answer-of-gap",
    title: "An answer to a gap, with its wordings",
    path: "answers/new?gap=gap_vouchers",
    shows: ".answer-form",
  },
  {
    name: "answer-tried",
    title: "An answer was tried on all of its questions",
    path: "answers/ans_vouchers",
    press: [".answer-form .form-actions .button:first-child", ".answer-tried summary"],
    shows: ".answer-tried details[open]",
  },
  {
    name: "answer-of-chat",
    title: "The right answer to a question of a chat",
    path: "answers/new?chat=chat-1&message=msg-2",
    shows: ".answer-form",
  },
  {
    name: "chat-flagged",
    title: "A reply that somebody has flagged",
    path: "chats/chat-1",
    scene: { "GET chats/{id}": says(flagged) },
    shows: ".reply-flag",
  },
  {
    name: "flag-dialog",
    title: "A reply is flagged",
    path: "chats/chat-1",
    press: [".reply-actions button"],
    shows: "dialog .form",
  },
  {
    name: "answers-due",
    title: "No answer is to be reviewed",
    path: "answers?due=true",
    shows: ".empty",
  },
  {
    name: "answers-empty",
    title: "No approved answers",
    path: "answers",
    scene: { "GET answers": lists([]) },
    shows: ".empty",
  },
];
