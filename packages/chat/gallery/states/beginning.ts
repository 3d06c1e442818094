import type { ActionView } from "@servicechat/contract";
import { formActions } from "../form-actions.ts";
import { plainScene } from "../scene.ts";
import type { GalleryGroup } from "../state.ts";

const starters = ["Where is my order?", "How do returns work?", "Can I change my delivery address?"];

export const beginning: GalleryGroup = {
  title: "Beginning",
  states: [
    {
      name: "loading",
      title: "The agent and the history are being read.",
      scene: { silent: ["/chat-bot/agent"] },
      shows: ".loading",
    },
    { name: "welcome", title: "A welcome, and nothing else.", shows: ".welcome" },
    { name: "starters", title: "Questions to start with.", scene: { starters }, shows: ".starters" },
    {
      name: "starters-and-actions",
      title: "Questions to ask, and what can be done: a form, a link, one that the page carries out.",
      scene: { starters, actions: formActions },
      shows: ".deeds",
    },
    {
      name: "actions",
      title: "Actions, and no questions.",
      scene: { actions: formActions },
      shows: ".deeds",
    },
    {
      name: "welcome-arabic",
      title: "A welcome in Arabic, with a question and an action in English.",
      scene: {
        config: {
          ...plainScene.config,
          agent: { name: "Acme Support", welcomeMessage: "مرحبًا! كيف يمكننا مساعدتك؟" },
        },
        starters: ["أين طلبي؟", "How do returns work?"],
        actions: [
          { ...(formActions[1] as ActionView), label: "تتبّع طلب" },
          { ...(formActions[4] as ActionView), label: "Help pages" },
        ],
      },
      shows: ".deeds",
    },
    {
      name: "no-words-of-its-own",
      title: "An agent without a welcome message, and without attribution.",
      scene: {
        config: {
          ...plainScene.config,
          agent: { name: "Acme Support", welcomeMessage: null },
          branding: { ...plainScene.config.branding, attribution: false },
        },
      },
      shows: ".welcome",
    },
  ],
};
