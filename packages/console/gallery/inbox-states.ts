import type { ConsoleState } from "./console-state.ts";
import { owner } from "./full-scene.ts";
import { inboxChats, inboxScene } from "./inbox-data.ts";
import { breaks, hangs, lists, says } from "./scene.ts";

const [mine] = inboxChats.person;

/** The inbox, and the chats opened in it. */
export const inboxStates: readonly ConsoleState[] = [
  { name: "inbox", title: "Chats that need a person", path: "inbox", scene: inboxScene, shows: ".inbox-row" },
  {
    name: "inbox-one",
    title: "One chat, which is mine",
    path: "inbox",
    scene: { "GET chats": ({ query }) => lists(query.get("holder") === "person" && mine ? [mine] : []) },
    shows: ".inbox-row",
  },
  {
    name: "inbox-no-mail",
    title: "A chat whose visitor left an address, without a mail server",
    path: "inbox?chat=left-2",
    scene: {
      ...inboxScene,
      "GET me/notifications": says({
        mail: { available: false, address: null, enabled: false },
        push: { key: "", devices: [] },
      }),
    },
    shows: ".inbox-chat .notice.warn",
  },
  {
    name: "inbox-unnamed",
    title: "The first owner, who has not said what visitors should call them",
    path: "inbox",
    scene: { ...inboxScene, "GET me": says({ ...owner, name: "owner", displayName: "owner" }) },
    shows: ".ask-name",
  },
  {
    name: "inbox-empty",
    title: "Nobody needs a person",
    path: "inbox",
    scene: { "GET chats": lists([]) },
    shows: ".inbox-lists .empty",
  },
  {
    name: "inbox-loading",
    title: "The inbox is being read",
    path: "inbox",
    scene: { "GET chats": hangs },
    shows: ".inbox-lists .skeleton-row",
  },
  {
    name: "inbox-failing",
    title: "The inbox cannot be read",
    path: "inbox",
    scene: { "GET chats": breaks },
    shows: ".inbox-lists .empty",
  },
  {
    name: "inbox-waiting",
    title: "A chat in which a visitor waits",
    path: "inbox?chat=wait-1",
    scene: inboxScene,
    shows: ".composer",
  },
  {
    name: "inbox-mine",
    title: "A chat that I have",
    path: "inbox?chat=mine-1",
    scene: inboxScene,
    shows: ".composer",
  },
  {
    name: "inbox-address",
    title: "A chat whose visitor left an address",
    path: "inbox?chat=left-2",
    scene: { ...inboxScene, "GET events": says([["queue", { waiting: 2, mine: 1, addresses: 2 }]]) },
    shows: ".composer",
  },
  {
    name: "inbox-colleague",
    title: "A chat that a colleague has",
    path: "inbox?chat=chat-3",
    scene: inboxScene,
    shows: ".composer",
  },
  {
    name: "inbox-taken",
    title: "A colleague was quicker",
    path: "inbox?chat=wait-1",
    scene: {
      ...inboxScene,
      "POST chats/{id}/take": {
        kind: "problem",
        status: 409,
        code: "held_by_other",
        detail: "A colleague holds this chat.",
        members: { holder: { id: "op-2", name: "Mara" } },
      },
    },
    press: [".open-chat .button.primary"],
    shows: ".open-chat-foot .notice",
  },
  {
    name: "inbox-note",
    title: "A note for colleagues",
    path: "inbox?chat=mine-1",
    scene: inboxScene,
    press: [".mode:last-child"],
    shows: ".composer.is-note",
  },
  {
    name: "inbox-canned",
    title: "A canned answer is looked for",
    path: "inbox?chat=mine-1",
    scene: inboxScene,
    fill: [".composer textarea", "Hello Ines, /"],
    shows: ".canned-item",
  },
  {
    name: "inbox-suggested",
    title: "The agent has drafted an answer",
    path: "inbox?chat=mine-1",
    scene: inboxScene,
    press: [".composer-bar > .quiet"],
    shows: ".composer-bar > .quiet:not([disabled])",
  },
  {
    name: "inbox-suggesting",
    title: "The agent is drafting an answer",
    path: "inbox?chat=mine-1",
    scene: { ...inboxScene, "POST chats/{id}/draft": hangs },
    press: [".composer-bar > .quiet"],
    shows: ".composer-bar > [aria-busy=true]",
  },
  {
    name: "inbox-unsuggested",
    title: "The agent cannot draft an answer",
    path: "inbox?chat=mine-1",
    scene: { ...inboxScene, "POST chats/{id}/draft": breaks },
    press: [".composer-bar > .quiet"],
    shows: ".composer .form-problem",
  },
  {
    name: "inbox-present",
    title: "Colleagues look at the chat too, and one of them writes",
    path: "inbox?chat=mine-1",
    scene: {
      ...inboxScene,
      "GET events": says([
        [
          "presence",
          {
            chat: "mine-1",
            operators: [
              { id: "op-1", name: "Alma", typing: false },
              { id: "op-2", name: "Mara", typing: true },
              { id: "op-5", name: "Tom", typing: false },
            ],
          },
        ],
      ]),
    },
    shows: ".colleagues-here > span",
  },
  {
    name: "inbox-assign",
    title: "A chat is given to a colleague",
    path: "inbox?chat=mine-1",
    scene: inboxScene,
    press: [".open-chat-head .button"],
    shows: "dialog .row",
  },
  {
    name: "inbox-unsent",
    title: "A message that did not get to the visitor",
    path: "inbox?chat=mine-1",
    scene: { ...inboxScene, "POST chats/{id}/messages": breaks },
    write: [".composer textarea", "The carrier has found it. It comes tomorrow."],
    shows: ".sending",
  },
  {
    name: "inbox-rights",
    title: "A chat, for somebody who may only read",
    path: "inbox?chat=mine-1",
    scene: { ...inboxScene, "GET me": says({ ...owner, role: "viewer", name: "Vera Wolf" }) },
    shows: "p.open-chat-foot",
  },
  {
    name: "inbox-gone",
    title: "A chat that is not there",
    path: "inbox?chat=unknown",
    scene: inboxScene,
    shows: ".inbox-chat .empty",
  },
];
