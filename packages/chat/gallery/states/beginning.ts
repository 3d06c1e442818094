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
      title: "Questions and actions: a form, a link, one that the page carries out.",
      scene: { starters: starters.slice(0, 1), actions: formActions },
      shows: ".starters",
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
