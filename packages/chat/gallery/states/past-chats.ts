import type { HistoryMessage } from "@servicechat/contract";
import { done, said } from "../recordings.ts";
import type { GalleryGroup, Hand } from "../state.ts";

const scene = { reply: [...said("You can return any item within 30 days."), done] };
const titles = [
  "Where is my order A-1027?",
  "Do you deliver to Norway?",
  "Where is my parcel?",
  "Can I change the address of an order?",
  "Which lamp fits a small desk?",
  "How do I return a gift?",
  "Is there a shop in my town?",
];
const told = { created_at: "2026-11-21T09:41:00.000Z", status: "complete" } as const;
const answer =
  "Put the item into its box, print the label, and bring the **parcel** to any post office in your town.";
const history: readonly HistoryMessage[] = [
  { ...told, id: "msg_q", role: "user", content: "How?", parts: [{ type: "text", text: "How?" }] },
  { ...told, id: "msg_a", role: "assistant", content: answer, parts: [{ type: "text", text: answer }] },
];
const item = '[role="menuitem"]';

/** Creates two chats, and opens the list of them. */
async function openList(hand: Hand): Promise<void> {
  await ask(hand, "Where is my order A-1027?");
  await hand.press(".chat-menu > button");
  await hand.press(item);
  await hand.until(".welcome");
  await ask(
    hand,
    "How do returns work, and who pays for the label of a parcel that is too large for the post?",
  );
  await hand.press(".chat-menu > button");
  await hand.press(item, 1);
  await hand.until(".past-chats[open]");
}

async function ask(hand: Hand, text: string): Promise<void> {
  await hand.say(text);
  await hand.until(".reply:not(.live)");
}

export const pastChats: GalleryGroup = {
  title: "Past chats",
  states: [
    {
      name: "past-chats",
      title: "The chats that this browser keeps.",
      scene,
      act: openList,
      shows: ".past-chat + .past-chat",
    },
    {
      name: "past-chats-search",
      title: "Some chats more: they can be searched, first by title, and then what was said.",
      scene: { ...scene, history },
      act: async (hand) => {
        for (const title of titles) {
          await ask(hand, title);
          await hand.until(".chat-menu > button");
          hand.tell({ type: "new-chat" });
          await hand.until(".welcome");
        }
        await hand.press(".chat-menu > button");
        await hand.press(item);
        await hand.fill(".past-search input", "parcel");
        await hand.press(".past-more .button");
      },
      shows: ".past-chat + .past-chat mark",
    },
    {
      name: "past-chat-gone",
      title: "One of them is not there any more.",
      scene: {
        ...scene,
        refuse: { path: "/chat-bot/history", status: 404, code: "session_not_found", detail: "" },
      },
      act: async (hand) => {
        await openList(hand);
        await hand.press(".past-open", 1);
      },
      shows: ".past-said:not(:empty)",
    },
    {
      name: "past-chat-remove",
      title: "Before one is taken from the list.",
      scene,
      act: async (hand) => {
        await openList(hand);
        await hand.press(".past-chat .round");
      },
      shows: "dialog[open] dialog[open]",
    },
    {
      name: "nothing-kept",
      title: "The browser keeps nothing in the frame, and the menu says so.",
      scene,
      act: async (hand) => {
        hand.forbidStorage("nothing");
        await ask(hand, "Where is my order A-1027?");
        await hand.press(".chat-menu > button");
      },
      shows: ".menu-note",
    },
    {
      name: "no-past-chats-kept",
      title: "It keeps no past chats there: before a new one the visitor is told.",
      scene,
      act: async (hand) => {
        hand.forbidStorage("cookies");
        await ask(hand, "Where is my order A-1027?");
        await hand.press(".chat-menu > button");
        await hand.press(item);
      },
      shows: "dialog[open]",
    },
  ],
};
