import { done, said } from "../recordings.ts";
import type { GalleryGroup } from "../state.ts";

const scene = { reply: [...said("Returns are free within 30 days."), done] };

/** What the launcher shows on a page: the only part of the widget outside the chat's own document. */
export const onAPage: GalleryGroup = {
  title: "On a page",
  states: [
    { name: "bubble", title: "The bubble.", page: {}, shows: "div > button" },
    {
      name: "bubble-unread",
      title: "An answer came while the chat was closed.",
      scene,
      page: {
        attributes: `data-message-preview="false"`,
        script: `ServiceChat.sendMessage("How do returns work?");`,
      },
      shows: "button span:not(:empty)",
    },
    {
      name: "message-preview",
      title: "How an answer begins that came while the chat was closed.",
      scene: {
        reply: [
          ...said("Returns are **free** within 30 days, also for what was on sale.\n\nSend it to us."),
          done,
        ],
      },
      page: { script: `ServiceChat.sendMessage("How do returns work?");` },
      shows: ".preview iframe",
    },
    {
      name: "ask-about-selection",
      title: "Text that the visitor has selected in the page can be asked about.",
      page: {
        script: `ServiceChat.askAboutSelection();
          getSelection().selectAllChildren(document.querySelector("p"));`,
      },
      shows: ".ask",
    },
    {
      name: "greeting",
      title: "A greeting beside the bubble, which telephones are spared.",
      page: {
        attributes: `data-greeting="Hello! Can we help you choose?" data-greeting-after="0"`,
        needsRoom: true,
      },
      shows: "p button + button",
    },
    {
      name: "greeting-long",
      title: "A greeting that says a lot.",
      page: {
        attributes: `data-greeting="Welcome back! If you are looking for your order, its number and the postcode of the delivery are all we need, at any hour of the day." data-greeting-after="0"`,
        needsRoom: true,
      },
      shows: "p button + button",
    },
    {
      name: "open",
      title: "The chat, opened.",
      scene: { starters: ["Where is my order?", "How do returns work?"] },
      page: { attributes: "data-open" },
      shows: ".ready.open iframe",
    },
    {
      name: "expanded",
      title: "The chat, expanded as the visitor left it, which telephones are spared.",
      scene: { starters: ["Where is my order?", "How do returns work?"] },
      page: {
        attributes: "data-open",
        // Other states share this storage.
        script: `localStorage.setItem("servicechat:expanded", "1");
          addEventListener("message", () => localStorage.removeItem("servicechat:expanded"));`,
        needsRoom: true,
      },
      shows: ".ready.open.wide iframe",
    },
    {
      name: "in-the-page",
      title: "The chat in an element of the page.",
      scene: { starters: ["Where is my order?", "How do returns work?"] },
      page: { attributes: `data-target="#chat"`, body: `<div id="chat"></div>` },
      shows: ".ready.open iframe",
    },
  ],
};
