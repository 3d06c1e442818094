import { eventId, encodeEvent, type HistoryMessage, type StreamEvent } from "@servicechat/contract";
import {
  arabicAnswer,
  asking,
  citedAnswer,
  confirmation,
  done,
  failing,
  formulas,
  lampImage,
  returnsAnswer,
  said,
  searchOfService,
  toolStarted,
  toolSucceeded,
  whatIsWrong,
  whichOrder,
} from "../gallery/recordings.ts";
import type { Step } from "../gallery/scene.ts";

const longList = [
  "Desk lamp",
  "Two chairs",
  "A table \u202Ewith a trick",
  "Carpet",
  "Curtain",
  "Shelf",
  "Mirror",
  "Vase",
];

/** The reply to a visitor's text: its first word chooses. */
export function replyTo(text: string): readonly Step[] {
  if (/\p{Script=Arabic}/u.test(text)) return [...searchOfService, ...said(arabicAnswer), done];
  if (text.startsWith("Cite")) return citedAnswer;
  if (text.startsWith("Formula")) return [...said(formulas), done];
  if (text.startsWith("Again")) return [...said("As I said [2]."), done];
  if (text.startsWith("Fail")) {
    const message = "The assistant cannot be reached right now. Please try again.";
    return [200, failing("model_unavailable", message, true)];
  }
  if (text.startsWith("Ask")) {
    const before = said("I can help with that. Two quick questions first:");
    return [...before, asking(whichOrder, whatIsWrong), done];
  }
  if (text.startsWith("Return")) {
    const body = JSON.stringify({ order: "A-1027", reason: "It is damaged", items: longList }, undefined, 2);
    return [...said("I can register that for you."), confirmation(body), done];
  }
  if (text.startsWith("Picture")) return [...said("Here it is:"), lampImage, done];
  return [toolStarted, 300, toolSucceeded, ...said(returnsAnswer), done];
}

/** A stream's text for an array of steps without pauses, as the service writes it. */
export const encoded = (replyId: string, events: readonly StreamEvent[]): string[] =>
  events.map((event, index) => encodeEvent(event, eventId(replyId, index + 1)));

/** The history of a conversation with `turns` turns. */
export function longHistory(turns: number): HistoryMessage[] {
  return Array.from({ length: turns }, (_, turn) => {
    const common = { created_at: "2026-11-21T05:00:00.000Z", status: "complete" } as const;
    const asked = `Question number ${turn + 1}: how long does delivery take?`;
    const answer = `Delivery **${turn + 1}** takes two to four days. See [the page](https://acme.example/help/${turn}).`;
    return [
      { ...common, id: `msg_u${turn}`, role: "user", content: asked, parts: [{ type: "text", text: asked }] },
      {
        ...common,
        id: `msg_a${turn}`,
        role: "assistant",
        content: answer,
        parts: [{ type: "text", text: answer }],
      },
    ] satisfies HistoryMessage[];
  }).flat();
}
