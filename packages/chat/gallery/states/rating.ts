import type { HistoryMessage } from "@servicechat/contract";
import type { GalleryGroup, GalleryState, Hand } from "../state.ts";

const common = { created_at: "2026-11-21T09:41:00.000Z", status: "complete" } as const;
const question = "How do returns work?";
const answer = "You can return any item **within 30 days** of delivery.";
const history = (feedback?: HistoryMessage["feedback"]): readonly HistoryMessage[] => [
  { ...common, id: "msg_q", role: "user", content: question, parts: [{ type: "text", text: question }] },
  {
    ...common,
    id: "msg_a",
    role: "assistant",
    content: answer,
    parts: [{ type: "text", text: answer }],
    ...(feedback && { feedback }),
  },
];
const pressDown = (hand: Hand) => hand.press(".thumb-down");
const refusal = { path: "/chat-bot/feedback", status: 503, code: "shutting_down", detail: "" } as const;

/** A state of an agent whose answers can be rated. */
const rating = (
  name: string,
  title: string,
  shows: string,
  more: Pick<GalleryState, "scene" | "act"> = {},
): GalleryState => ({
  name,
  title,
  shows,
  ...more,
  scene: { feedback: true, history: history(), ...more.scene },
});

export const ratingAnswers: GalleryGroup = {
  title: "Rating an answer",
  states: [
    rating("ratable", "An answer that can be rated.", ".thumb-up"),
    rating("rated", "One that was rated before.", '.thumb-up[aria-pressed="true"]', {
      scene: { history: history({ rating: "up" }) },
    }),
    rating("feedback-comment", "It did not help, and the chat asks why.", "form.comment", { act: pressDown }),
    rating("feedback-thanks", "The comment was sent.", ".tools-said:not(:empty)", {
      async act(hand) {
        await pressDown(hand);
        await hand.fill("form.comment textarea", "It does not say who pays for the way back.");
        await hand.press('form.comment [type="submit"]');
      },
    }),
    rating("feedback-failed", "The rating could not be kept.", ".tools-error", {
      scene: { refuse: refusal },
      act: (hand) => hand.press(".thumb-up"),
    }),
  ],
};
