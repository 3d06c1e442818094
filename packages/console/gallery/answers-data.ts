import type { ApprovedAnswer } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import { fails, lists, says, type Scene } from "./scene.ts";

const vouchers: ApprovedAnswer = {
  id: "ans_vouchers",
  agent: "larkfield",
  text: "Yes. Vouchers of **25, 50 and 100 €** are in the shop under *Gifts*; they come by mail at once.",
  questions: ["Do you sell gift vouchers?", "gift card for 50 euros?"],
  verbatim: true,
  owner: "Alma Berg",
  reviewOn: "2027-01-31",
  hits: 12,
  lastHitAt: ago(6),
  createdAt: ago(60 * 50),
  changedAt: ago(60 * 20),
  changedBy: "Alma Berg",
  revision: "2",
};

/** Approved answers of the shop's agent. */
const someAnswers: readonly ApprovedAnswer[] = [
  vouchers,
  {
    ...vouchers,
    id: "ans_strap",
    text: "Send it to us: torn straps are repaired for two years, free of charge.",
    questions: ["Can you repair a torn strap?"],
    verbatim: false,
    owner: null,
    reviewOn: null,
    hits: 1,
  },
];

/** Answers approved for visitors' questions. */
export const answersScene: Scene = {
  "GET answers": ({ query }) => lists(query.has("due") ? [] : someAnswers),
  "GET answers/{id}": ({ id }) => (id === vouchers.id ? says(vouchers) : fails("answer_not_found")),
  "POST answers": says(vouchers),
  "POST chats/{id}/flags": says({ reason: "incorrect", right: null, by: "Alma Berg", at: ago(0) }, 201),
  "POST answers/try": says({
    items: [
      {
        question: "Do you sell gift vouchers?",
        answered: true,
        place: 1,
        score: 1,
        verbatim: true,
        says: `${vouchers.text} [1]`,
      },
      {
        question: "gift card for 50 euros?",
        answered: false,
        place: null,
        score: 0,
        verbatim: false,
        says: "I could not find this. These pages may help:\n\n- [Gift wrapping](https://larkfield.example/help)",
      },
    ],
  }),
};
