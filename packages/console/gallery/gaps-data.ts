import type { Gap, GapWithVariants } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import { fails, lists, says, type Scene } from "./scene.ts";

const nearest = {
  title: "Gift wrapping",
  url: "https://larkfield.example/help/orders#gift-wrapping",
  text: "We wrap gifts for **2 €** each. A card with your words comes along.",
  score: 0.24,
};
const vouchers: Gap = {
  id: "gap_vouchers",
  agent: "larkfield",
  state: "open",
  question: "Do you sell gift vouchers?",
  questions: 4,
  chats: 4,
  firstAt: ago(60 * 52),
  lastAt: ago(18),
  marks: ["unanswered", "thumbs_down"],
  nearest,
  openedAt: ago(60 * 52),
  changedAt: ago(60 * 52),
  closedBy: null,
  changedBy: null,
  revision: "1",
};

/** Gaps of the shop's agent. */
export const someGaps: readonly Gap[] = [
  vouchers,
  {
    ...vouchers,
    id: "gap_repair",
    state: "reopened",
    question: "Can you repair a torn strap?",
    questions: 2,
    chats: 2,
    lastAt: ago(60 * 5),
    marks: ["rephrased"],
    nearest: null,
  },
  {
    ...vouchers,
    id: "gap_zips",
    question: "Is the zip of the Ridge tent covered by the warranty?",
    questions: 2,
    chats: 2,
    lastAt: ago(60 * 7),
  },
  {
    ...vouchers,
    id: "gap_hours",
    state: "closed",
    question: "Are you open on Whit Monday?",
    questions: 3,
    chats: 3,
    lastAt: ago(60 * 24 * 2),
    changedAt: ago(60 * 24),
    closedBy: "sync",
  },
  {
    ...vouchers,
    id: "gap_mars",
    state: "dismissed",
    question: "Do you ship to Mars?",
    questions: 1,
    chats: 1,
    lastAt: ago(60 * 24 * 3),
    marks: ["unanswered"],
    changedBy: "Alma Berg",
  },
];
const asked = [{ chat: "chat-1", message: "msg-2", at: ago(18) }];

const withVariants: GapWithVariants = {
  ...vouchers,
  variants: [
    {
      question: "Do you sell gift vouchers?",
      times: 3,
      lastAt: ago(18),
      marks: ["unanswered"],
      nearest,
      asked,
    },
    {
      question: "gift card for 50 euros?",
      times: 1,
      lastAt: ago(60 * 9),
      marks: ["thumbs_down"],
      nearest,
      asked,
    },
  ],
};

/** Questions that the shop's agent could not answer. */
export const gapsScene: Scene = {
  "GET gaps": ({ query }) =>
    lists(someGaps.filter(({ state }) => !query.has("state") || query.getAll("state").includes(state))),
  "GET gaps/{id}": ({ id }) => (id === vouchers.id ? says(withVariants) : fails("gap_not_found")),
  "POST gaps/{id}/dismiss": says({ ...vouchers, state: "dismissed" }),
};
