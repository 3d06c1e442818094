import { failures } from "@servicechat/contract";
import type { ChatEventView, HandoffState, HistoryMessage, StreamEvent } from "@servicechat/contract";
import type { GalleryGroup, GalleryState, Hand } from "../state.ts";

const at = "2026-11-21T09:41:00.000Z";
const common = { created_at: at, status: "complete" } as const;
const text = (content: string) => ({ content, parts: [{ type: "text", text: content }] as const });
const question = "My parcel says delivered, but nobody has it.";
const history: readonly HistoryMessage[] = [
  { ...common, id: "msg_q", role: "user", ...text(question) },
  {
    ...common,
    id: "msg_a",
    role: "assistant",
    ...text("I am sorry. I can only see that the carrier reports it as delivered."),
  },
];
const said: readonly HistoryMessage[] = [
  ...history,
  {
    ...common,
    id: "msg_p",
    role: "assistant",
    by: { kind: "person", name: "Maren" },
    ...text("Hello! I have just asked the carrier. It is with your neighbour at no. 14."),
  },
  { ...common, id: "msg_r", role: "user", ...text("Oh, I did not think of that. Thank you!") },
];
const waiting: ChatEventView = { type: "waiting", at, after: "msg_a" };
const joined: ChatEventView = { type: "joined", name: "Maren", at, after: "msg_a" };
const held: StreamEvent = { type: "holder", data: { holder: "person", name: "Maren", at } };
const awaited: StreamEvent = { type: "holder", data: { holder: "waiting", at } };
const idle: StreamEvent = { type: "holder", data: { holder: "agent", at } };
const closed: HandoffState = { holder: "agent", open: false, opensAt: "2026-11-23T08:00:00.000Z" };

/** A state of an agent that hands over. */
const people = (
  name: string,
  title: string,
  shows: string,
  { scene, ...more }: Pick<GalleryState, "scene" | "act"> = {},
): GalleryState => ({
  name,
  title,
  shows,
  ...more,
  scene: { handoff: { button: true, open: true, email: true }, history, events: [], heard: [idle], ...scene },
});

const linkUsed = failures.link_rejected.message;

/** The visitor follows the link of a mail. */
const followLink = async (hand: Hand): Promise<void> => {
  hand.tell({ type: "link", link: "A".repeat(43) });
  await hand.until(".mailed-link .primary");
};
const openLink = async (hand: Hand): Promise<void> => {
  await followLink(hand);
  await hand.press(".mailed-link .primary");
};

export const peopleTakingPart: GalleryGroup = {
  title: "A person takes part",
  states: [
    people("ask-person", "A person can be asked for.", ".ask-person"),
    people("people-here", "Who is there to answer, below the welcome.", ".people-here", {
      scene: {
        history: [],
        starters: ["Where is my order?", "How do returns work?"],
        handoff: { button: true, open: true, people: ["Maren", "Ada", "Jonas"] },
      },
    }),
    people("person-offered", "The answer did not help: the chat offers a person.", ".handoff-bar.slim", {
      scene: {
        feedback: true,
        history: history.map((message) =>
          message.role === "user" ? message : { ...message, feedback: { rating: "down" } },
        ),
      },
    }),
    people("person-offered-below", "The chat asks why, and offers a person in one line.", "form.comment", {
      scene: { feedback: true },
      async act(hand) {
        await hand.press(".thumb-down");
        await hand.until(".handoff-bar.slim");
      },
    }),
    people("person-awaited", "A person was asked for, and has not come yet.", ".handoff-bar .spinner", {
      scene: { events: [waiting], heard: [awaited] },
    }),
    people("person-queue", "The visitor's place in the queue.", ".handoff-bar .spinner", {
      scene: {
        events: [waiting],
        heard: [awaited, { type: "queue", data: { before: 2 } }],
      },
    }),
    people("person-next", "The visitor is next.", ".handoff-bar .spinner", {
      scene: { events: [waiting], heard: [awaited, { type: "queue", data: { before: 0 } }] },
    }),
    people("person-joined", "A person has taken the chat, and talks.", ".person-text", {
      scene: { history: said, events: [waiting, joined], heard: [held] },
    }),
    people("person-typing", "The person is writing.", ".handoff-typing", {
      scene: {
        history: said,
        events: [waiting, joined],
        heard: [held, { type: "typing", data: { name: "Maren" } }],
      },
    }),
    people("person-gone", "The person has given the chat back.", ".happened:last-child", {
      scene: {
        history: said,
        events: [waiting, joined, { type: "handed_back", name: "Maren", at, after: "msg_r" }],
      },
    }),
    people("nobody-there", "Nobody is there; the chat asks for an address.", ".address-form", {
      scene: { handoffState: closed },
      act: (hand) => hand.press(".ask-person"),
    }),
    people("address-wrong", "What was given is no address.", ".address-wrong", {
      scene: { handoffState: closed },
      async act(hand) {
        await hand.press(".ask-person");
        await hand.fill(".address-form input", "maren");
        await hand.press(".address-form .primary");
      },
    }),
    people("address-kept", "The address was kept.", ".handoff-bar p + p", {
      scene: { handoffState: closed },
      async act(hand) {
        await hand.press(".ask-person");
        await hand.fill(".address-form input", "visitor@example.com");
        await hand.press(".address-form .primary");
      },
    }),
    people("nobody-came", "Nobody came within the time.", ".address-form", {
      scene: { events: [waiting, { type: "nobody", at, after: "msg_a" }] },
    }),
    people("asking-failed", "Asking for a person did not work.", ".handoff-failed", {
      scene: { refuse: { path: "/chat-bot/handoff", status: 503, code: "shutting_down", detail: "" } },
      act: (hand) => hand.press(".ask-person"),
    }),
    people("mailed-link", "The visitor came by the link of a mail.", ".mailed-link .primary", {
      scene: { history: [] },
      act: followLink,
    }),
    people("mailed-link-opening", "The chat of the link is being opened.", ".mailed-link .spinner", {
      scene: { history: [], silent: ["/chat-bot/session"] },
      act: openLink,
    }),
    people("mailed-link-used", "The link was used before.", ".handoff-bar[role=alert]", {
      scene: {
        history: [],
        refuse: { path: "/chat-bot/session", status: 404, code: "link_rejected", detail: linkUsed },
      },
      act: openLink,
    }),
  ],
};
