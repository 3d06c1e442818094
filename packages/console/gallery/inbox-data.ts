import type { Chat, Entry } from "@servicechat/contract/admin";
import { ago, someChats, transcript } from "./chats-data.ts";
import { fails, lists, says, type FakeAnswer, type FakeRequest, type Scene } from "./scene.ts";

const [first, , third] = someChats;
if (!first || !third) throw new Error("The inbox is made from the chats of the gallery.");

const waiting: Chat = {
  ...first,
  id: "wait-1",
  lastAt: ago(4),
  first: "My parcel says delivered, but nothing is here",
  last: "I have asked a colleague to join us.",
  lastAsked: "I would like to talk to somebody, please.",
  holder: "waiting",
  epoch: 1,
  handoff: {
    by: "agent",
    reason: "unsupported_request",
    summary:
      "Order 4711 is marked as delivered on Monday; the visitor has asked the neighbours and wants a refund.",
    email: null,
    since: ago(7),
  },
  outcome: "open",
  rating: null,
  marks: ["asked_person"],
  user: { id: "u-1182", name: "Jonas Weber" },
};

const { user: _user, ...unnamed } = waiting;

/** The chats in each list of the inbox. */
export const inboxChats = {
  waiting: [
    {
      ...waiting,
      id: "wait-2",
      unread: true,
      user: { id: "u-77", name: "Priya Nair" },
      handoff: { by: "visitor", reason: null, summary: null, email: null, since: ago(0.5) },
      lastAsked: "Hello? Is anybody there?",
    },
    waiting,
  ],
  person: [
    {
      ...waiting,
      id: "mine-1",
      holder: "person",
      operator: { id: "op-1", name: "Alma" },
      epoch: 2,
      last: "I have asked the carrier and will know more in a minute.",
      user: { id: "u-9", name: "Ines Duarte" },
      tags: ["Lost parcel", "Refund"],
    },
    { ...third, epoch: 2 },
  ],
  address: [
    {
      ...unnamed,
      id: "left-1",
      holder: "agent",
      epoch: 0,
      handoff: {
        by: "visitor",
        reason: "Can I change the delivery address?",
        summary: null,
        email: "noor@home.example",
        since: ago(95),
      },
      addressSince: ago(95),
      last: "I have noted your question for the team.",
      lastAsked: "Can it go to my office in Porto instead?",
      unread: true,
      tags: ["Address"],
      outcome: "assumed",
    },
    {
      ...unnamed,
      id: "left-2",
      holder: "agent",
      epoch: 0,
      handoff: { by: "visitor", reason: null, summary: null, email: "piotr@home.example", since: ago(3_200) },
      addressSince: ago(3_200),
      lastAsked: "Does the tent come with pegs for sand?",
      page: "https://larkfield.example/tents/dune-2",
      outcome: "assumed",
    },
  ],
  snoozed: [
    {
      ...waiting,
      id: "snoozed-1",
      holder: "person",
      operator: { id: "op-1", name: "Alma" },
      snoozedUntil: ago(-23 * 60),
      user: { id: "u-15", name: "Leyla Aydin" },
      last: "I will ask the workshop tomorrow and come back to you.",
      tags: ["Repair"],
    },
  ],
  agent: [first],
} satisfies Readonly<Record<string, readonly Chat[]>>;

const all: readonly Chat[] = Object.values(inboxChats).flat();

const talk: readonly Entry[] = [
  ...transcript.entries.filter(({ type }) => type === "message").slice(0, 2),
  { id: "evt_1", type: "event", at: ago(7), event: "waiting" },
  { id: "evt_2", type: "event", at: ago(5), event: "joined", name: "Alma" },
  {
    id: "note_1",
    type: "note",
    at: ago(4.5),
    text: "Second lost parcel this month, same carrier.",
    by: { id: "op-1", name: "Alma" },
  },
  {
    id: "msg_3",
    type: "message",
    at: ago(4),
    role: "assistant",
    author: "person",
    by: { kind: "person", name: "Alma" },
    text: "Hello, I am Alma. I have asked the carrier and will know more in a minute.",
    parts: [],
    files: [],
    status: "complete",
  },
];

function transcriptOf({ id }: FakeRequest): FakeAnswer {
  const chat = all.find((each) => each.id === id);
  if (!chat) return fails("chat_not_found");
  const entries = chat.holder === "person" ? talk : talk.slice(0, chat.holder === "waiting" ? 3 : 2);
  return says({ chat, entries, next: null });
}

/** The chat, as if it had been changed. */
function changes({ id }: FakeRequest): FakeAnswer {
  const chat = all.find((each) => each.id === id);
  return chat ? says({ chat }) : fails("chat_not_found");
}

/** A service with waiting visitors. */
export const inboxScene: Scene = {
  "GET chats": ({ query }) =>
    lists(
      query.get("user") !== null
        ? someChats.slice(0, 3)
        : query.get("snoozed") === "true"
          ? inboxChats.snoozed
          : query.get("address") === null
            ? query.get("holder") === "me"
              ? inboxChats.person.filter(({ operator }) => operator?.id === "op-1")
              : (inboxChats[query.get("holder") as keyof typeof inboxChats] ?? all)
            : query.get("order") === "longest_wait"
              ? inboxChats.address.toReversed()
              : inboxChats.address,
    ),
  "GET chats/{id}": transcriptOf,
  "POST chats/{id}/draft": says({
    text: "The carrier has found your parcel. It was left with your neighbour at number 12. Shall I open a claim if it is not there?",
  }),
  "POST chats/{id}/presence": says(undefined, 204),
  "POST chats/{id}/seen": says(undefined, 204),
  "POST chats/{id}/tags": changes,
  "POST chats/{id}/snooze": changes,
  "DELETE chats/{id}/snooze": changes,
  "GET tags": says({
    items: [
      { tag: "Refund", chats: 41 },
      { tag: "Lost parcel", chats: 17 },
      { tag: "Repair", chats: 6 },
      { tag: "Address", chats: 4 },
      { tag: "Wholesale", chats: 2 },
    ],
  }),
  "POST chats/{id}/take": fails("held_by_other"),
  "GET agents/{id}/colleagues": says({
    items: [
      { id: "op-1", name: "Alma Berg", displayName: "Alma", available: true },
      { id: "op-2", name: "Mara Lind", displayName: "Mara", available: true },
      { id: "op-5", name: "Tom Okafor", displayName: "Tom", available: false },
    ],
  }),
};
