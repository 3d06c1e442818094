import type { HistoryMessage } from "@servicechat/contract";
import { arabicAnswer, returnsAnswer } from "../recordings.ts";
import { plainScene } from "../scene.ts";
import type { GalleryGroup } from "../state.ts";

type Fields = Pick<HistoryMessage, "content"> & Partial<HistoryMessage>;

let count = 0;
const message = (role: "user" | "assistant", fields: Fields): HistoryMessage => ({
  id: `msg_${++count}`,
  role,
  created_at: "2026-11-21T09:41:00.000Z",
  status: "complete",
  parts: [{ type: "text", text: fields.content }],
  ...fields,
});
const visitor = (content: string, more?: Partial<HistoryMessage>) => message("user", { content, ...more });
const agent = (content: string, more?: Partial<HistoryMessage>) => message("assistant", { content, ...more });

const days = ["2026-11-18", "2026-11-20", "2026-11-21"];
const long = days.flatMap((day, index) =>
  Array.from({ length: 8 }, (_, turn) => {
    const number = index * 8 + turn + 1;
    const created_at = `${day}T09:${String(turn * 4).padStart(2, "0")}:00.000Z`;
    return [
      visitor(`Question ${number}: how long does delivery take?`, { created_at }),
      agent(`Delivery **${number}** takes two to four days.`, { created_at }),
    ];
  }).flat(),
);
const replaced = true as const;
const changed = [
  visitor("How do returns work?"),
  agent("You can return any item **within 30 days** of delivery."),
  visitor("Where is my order A-1026?", { replaced }),
  agent("I cannot find an order with that number.", { replaced }),
  visitor("Where is my order A-1072?", { replaced }),
  agent("Order A-1072 is", { replaced, status: "stopped" }),
  visitor("Where is my order A-1027?"),
  agent("Order A-1027 left our warehouse **this morning** and will be with you tomorrow."),
];
const word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const address = `https://acme.example/${"a-path-without-an-end/".repeat(8)}`;

export const remembered: GalleryGroup = {
  title: "After a reload",
  states: [
    {
      name: "long-conversation",
      title: "A conversation of some days.",
      scene: { history: long },
      shows: ".entries > li:nth-child(12)",
    },
    {
      name: "long-press",
      title: "A finger rests on an earlier answer that ends out of view.",
      scene: {
        feedback: true,
        history: [visitor("How do returns work?"), agent(returnsAnswer), ...long.slice(0, 2)],
      },
      act: async (hand) => {
        for (const late of [".tools.last button", ".chat-menu"]) await hand.until(late);
        await hand.scroll(0);
        await hand.hold(".markdown li:nth-child(3)");
      },
      shows: ".tools[style]",
    },
    {
      name: "stopped",
      title: "An answer that the visitor stopped.",
      scene: {
        history: [visitor("How do returns work?"), agent("You can return any item", { status: "stopped" })],
      },
      shows: ".ending",
    },
    {
      name: "incomplete",
      title: "An answer that was cut off.",
      scene: {
        history: [
          visitor("How do returns work?"),
          agent("You can return any item within", { status: "incomplete" }),
        ],
      },
      shows: ".ending",
    },
    {
      name: "truncated",
      title: "An answer that reached its length limit.",
      scene: {
        history: [
          visitor("Tell me all about returns."),
          agent("You can return any item within 30 days. The label is free, and", { ending: "length" }),
        ],
      },
      shows: ".ending",
    },
    {
      name: "filtered",
      title: "An answer that a content filter ended.",
      scene: {
        history: [
          visitor("Tell me all about returns."),
          agent("You can return any item within 30 days. The label", { ending: "filtered" }),
        ],
      },
      shows: ".ending",
    },
    {
      name: "earlier-version",
      title: "A message that was changed, once and again: what it was before is one line.",
      scene: { history: changed },
      shows: ".unfold",
    },
    {
      name: "earlier-version-unfolded",
      title: "The same, with what it was before.",
      scene: { history: changed },
      act: async (hand) => {
        // Parts that load later make the list longer, so anything expanded before that would be further up.
        for (const late of [".markdown", ".time", ".edit"]) await hand.until(late);
        await hand.press(".unfold");
      },
      shows: ".earlier-versions .reply",
    },
    {
      name: "editing",
      title: "The visitor changes the last message.",
      scene: { history: changed.slice(0, 4).map(({ replaced: _replaced, ...rest }) => rest) },
      act: (hand) => hand.press(".edit"),
      shows: ".edit-bar",
    },
    {
      name: "editing-late",
      title: "The chat went on in another tab: the message can no longer be changed.",
      scene: {
        history: changed.slice(4),
        refuse: { path: "/chat-bot/", status: 409, code: "not_replaceable", detail: "Too late." },
      },
      act: async (hand) => {
        await hand.press(".edit");
        await hand.fill(".composer textarea", "Where is my order A-1028?");
        await hand.press(".action");
      },
      shows: ".edit-bar.late",
    },
    {
      name: "long-words",
      title: "Words and addresses without an end.",
      scene: {
        config: { ...plainScene.config, agent: { name: word, welcomeMessage: word } },
        history: [
          visitor(`${word}? ${address}`),
          agent(`# ${word}\n\n- ${word}\n- <${address}>\n\n| ${word} | B |\n|--|--|\n| A | \`${word}\` |`),
        ],
      },
      shows: ".entries .table",
    },
    {
      name: "long-words-welcome",
      title: "A welcome and questions without an end.",
      scene: {
        config: { ...plainScene.config, agent: { name: word, welcomeMessage: `Welcome! ${word}` } },
        starters: [word, "A question that goes on over more than one line, because it says it all at once"],
      },
      shows: ".starters",
    },
    {
      name: "right-to-left",
      title: "A conversation in Arabic.",
      scene: {
        history: [visitor("كيف يمكنني إرجاع طلبي A-1027؟"), agent(arabicAnswer)],
      },
      shows: ".entries .table",
    },
  ],
};
