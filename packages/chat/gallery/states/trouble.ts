import { done, failing, said } from "../recordings.ts";
import { forAges, type Refusal, type Step } from "../scene.ts";
import type { GalleryGroup, GalleryState } from "../state.ts";

const path = "/chat-bot/";
const half: readonly Step[] = said("You can return any item within 30 days of delivery. To begin, open ");

/** A state that is reached by asking. */
const asked = (
  name: string,
  title: string,
  scene: GalleryState["scene"] & object,
  shows: string,
): GalleryState => ({ name, title, scene, shows, act: (hand) => hand.say("How do returns work?") });

const refused = (status: number, code: string, more: Partial<Refusal>): { refuse: Refusal } => ({
  refuse: { path, status, code, detail: "", ...more },
});

export const trouble: GalleryGroup = {
  title: "Trouble",
  states: [
    asked(
      "failed",
      "No answer came, and asking again may help.",
      {
        reply: [
          failing("model_unavailable", "The assistant cannot be reached right now. Please try again.", true),
        ],
      },
      ".error-bar .button",
    ),
    asked(
      "failed-halfway",
      "An answer broke off.",
      { reply: [...half, failing("reply_cut", "The answer was cut off. Please try again.", true)] },
      ".error-bar .button",
    ),
    asked(
      "failed-for-good",
      "Asking again would not help.",
      {
        reply: [failing("model_declined", "The assistant declined to answer this.", false)],
      },
      ".error-bar",
    ),
    asked(
      "used-up",
      "A limit of the day is reached.",
      refused(429, "budget_used_up", {
        detail: "The assistant has reached its limit for today. Please come back tomorrow.",
      }),
      ".error-bar",
    ),
    asked(
      "reconnecting",
      "The connection was lost in the middle of an answer.",
      { reply: [...half, 200, "cut"], cut: ["/chat-bot/stream", "/chat-bot/history"] },
      ".notice .spinner",
    ),
    {
      name: "offline",
      title: "The network is away, and nothing is asked.",
      scene: { reply: [...said("You can return any item within 30 days."), done] },
      async act(hand) {
        await hand.say("How do returns work?");
        await hand.until(".reply:not(.live) .markdown");
        hand.goOffline();
      },
      shows: ".notice",
    },
    {
      name: "offline-unsent",
      title: "A message waits for the network.",
      scene: { cut: [path] },
      async act(hand) {
        await hand.until(".welcome");
        hand.goOffline();
        await hand.say("How do returns work?");
      },
      shows: ".notice",
    },
    asked(
      "rate-limited",
      "Many people ask at once: the chat waits.",
      refused(429, "rate_limited", { retryable: true, retryAfter: 20 }),
      ".notice .spinner",
    ),
    asked(
      "busy",
      "Earlier messages are still being answered.",
      refused(429, "session_busy", { retryable: true, retryAfter: 20 }),
      ".notice .spinner",
    ),
    asked(
      "service-away",
      "The service restarts.",
      refused(503, "shutting_down", { retryable: true, retryAfter: 20 }),
      ".notice .spinner",
    ),
    {
      name: "stopping",
      title: "The visitor has pressed stop.",
      scene: { reply: [...half, forAges] },
      async act(hand) {
        await hand.say("How do returns work?");
        await hand.until(".live .markdown");
        await hand.press(".action");
      },
      shows: ".live",
    },
    {
      name: "history-unread",
      title: "The agent could not be asked at all.",
      scene: {
        refuse: { path: "/chat-bot/agent", status: 500, code: "internal", detail: "", retryable: true },
      },
      shows: ".notice .button",
    },
    {
      name: "unavailable",
      title: "The page may not show this chat, or the key was revoked.",
      scene: {
        refuse: { path: "/chat-bot/agent", status: 403, code: "origin_not_allowed", detail: "" },
      },
      shows: ".notice.firm",
    },
    {
      name: "too-long",
      title: "A message that is too long to send.",
      act: (hand) => hand.fill(".composer textarea", "All that has happened since. ".repeat(280)),
      shows: ".too-long",
    },
  ],
};
