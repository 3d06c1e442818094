import { formActions } from "../form-actions.ts";
import { asking, confirmation, done, readableRequest, said, whatIsWrong, whichOrder } from "../recordings.ts";
import type { Step } from "../scene.ts";
import type { GalleryGroup, Hand } from "../state.ts";

const oneQuestion: readonly Step[] = [
  ...said("I can help with that. Which one is it?"),
  asking(whichOrder),
  done,
];
const body = JSON.stringify({
  order: "A-1027",
  reason: "damaged",
  pickUp: "2027-01-31",
  pieces: ["lamp", "chair"],
  toCard: true,
});
const toConfirm: readonly Step[] = [
  ...said("I can register that for you."),
  confirmation(body, readableRequest),
  done,
];
const thanks: readonly Step[] = [...said("Thank you. You will hear from us by tomorrow."), done];
const howReturnsWork: readonly Step[] = [...said("You can return it within 30 days."), done];
/** Gets an answer, then opens one of the menus. */
async function unfold(hand: Hand, opener: string): Promise<void> {
  await hand.say("How do returns work?");
  await hand.until(".reply:not(.live)");
  await hand.press(opener);
}
const openForm = (hand: Hand) => hand.press(".deed");
const sendForm = (hand: Hand) => hand.press('.filling [type="submit"]');

export const askingBack: GalleryGroup = {
  title: "Asking the visitor",
  states: [
    {
      name: "question",
      title: "A question with one answer.",
      scene: { reply: oneQuestion },
      act: (hand) => hand.say("Something is wrong with my order"),
      shows: "form.question [type=radio]",
    },
    {
      name: "question-several",
      title: "A question with several answers, some chosen.",
      scene: { reply: [asking(whatIsWrong), done] },
      act: async (hand) => {
        await hand.say("Something is wrong with my order");
        await hand.press("form.question [type=checkbox]");
        await hand.press("form.question [type=checkbox]", 1);
      },
      shows: "form.question :checked",
    },
    {
      name: "question-own-words",
      title: "An answer in the visitor's own words.",
      scene: { reply: oneQuestion },
      act: async (hand) => {
        await hand.say("Something is wrong with my order");
        await hand.press("form.question [type=radio]", 2);
        await hand.fill("form.question .other", "One that I made by telephone");
      },
      shows: "form.question .other",
    },
    {
      name: "question-answered",
      title: "Two questions, answered.",
      scene: { reply: [asking(whichOrder, whatIsWrong), done], replyToAnswer: thanks },
      act: async (hand) => {
        await hand.say("Something is wrong with my order");
        await hand.press("form.question [type=radio]");
        await hand.press("form.question [type=checkbox]");
        await hand.press('form.question [type="submit"]');
      },
      shows: ".question.answered",
    },
    {
      name: "form",
      title: "An action asks for what it needs.",
      scene: { actions: formActions },
      act: openForm,
      shows: ".filling",
    },
    {
      name: "form-errors",
      title: "What is missing in it.",
      scene: { actions: formActions },
      act: async (hand) => {
        await openForm(hand);
        await sendForm(hand);
      },
      shows: ".field-error",
    },
    {
      name: "confirm",
      title: "A request that waits for the visitor's word.",
      scene: { reply: toConfirm },
      act: (hand) => hand.say("Return my order, please"),
      shows: ".confirm",
    },
    {
      name: "confirm-details",
      title: "The same, to the letter.",
      scene: { reply: toConfirm },
      act: async (hand) => {
        await hand.say("Return my order, please");
        await hand.press(".request-unfold");
        await hand.scroll(10_000);
      },
      shows: ".request",
    },
    {
      name: "confirm-waiting",
      title: "Something else was said while a request waits, which is now out of view.",
      scene: {},
      act: async (hand) => {
        await hand.say("Return my order, please");
        await hand.until(".confirm .primary:enabled");
        await hand.say("How long do refunds take?");
        await hand.until("li:nth-child(4) .reply:not(.live)");
        await hand.scroll(100_000);
      },
      shows: ".waiting-request",
    },
    {
      name: "question-passed",
      title: "A message instead of an answer.",
      scene: {},
      act: async (hand) => {
        await hand.say("Ask me about my order");
        await hand.until("form.question");
        await hand.say("Again, how do I know its number?");
        await hand.until("li:nth-child(4) .reply:not(.live)");
      },
      shows: ".question.answered",
    },
    {
      name: "confirmed",
      title: "The visitor has agreed.",
      scene: { reply: toConfirm, replyToAnswer: thanks },
      act: async (hand) => {
        await hand.say("Return my order, please");
        await hand.press(".confirm .primary");
      },
      shows: ".outcome",
    },
    {
      name: "not-confirmed",
      title: "The visitor has not agreed.",
      scene: { reply: toConfirm, replyToAnswer: thanks },
      act: async (hand) => {
        await hand.say("Return my order, please");
        await hand.press(".confirm .button:not(.primary)");
      },
      shows: ".outcome.refused",
    },
    {
      name: "menu",
      title: "What the visitor can do, unfolded.",
      scene: { actions: formActions, reply: howReturnsWork },
      act: (hand) => unfold(hand, ".offer-menu > button"),
      shows: ".offers",
    },
    {
      name: "ask-first",
      title: "An action that asks before it is done.",
      scene: { actions: formActions },
      act: (hand) => hand.press(".deed", 3),
      shows: "dialog[open]",
    },
    {
      name: "chat-menu",
      title: "What can be done with the chat itself.",
      scene: { reply: howReturnsWork },
      act: (hand) => unfold(hand, ".chat-menu > button"),
      shows: '[role="menuitem"]',
    },
    {
      name: "shortcuts",
      title: "The keys of the chat.",
      scene: { reply: howReturnsWork, uploads: { types: ["image/png"], maxBytes: 1_000_000 } },
      act: async (hand) => {
        await unfold(hand, ".chat-menu > button");
        await hand.press('[role="menuitem"]:has(.icon-keys)');
      },
      shows: ".shortcuts[open]",
    },
    {
      name: "erase-chat",
      title: "Before the chat is erased.",
      scene: { reply: howReturnsWork },
      act: async (hand) => {
        await unfold(hand, ".chat-menu > button");
        await hand.press('[role="menuitem"]:has(.icon-erase)');
      },
      shows: "dialog[open]",
    },
    {
      name: "about-chat",
      title: "Who answers, for a visitor who wonders later.",
      scene: { reply: howReturnsWork },
      act: async (hand) => {
        await unfold(hand, ".chat-menu > button");
        await hand.press('[role="menuitem"]', 1);
      },
      shows: "dialog[open]",
    },
  ],
};
