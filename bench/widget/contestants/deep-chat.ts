import { sendAnswer } from "../answers.ts";
import type { Contestant } from "../contestant.ts";
import { shopPage } from "../host-contestant.ts";
import { ownBubble } from "../own-bubble.ts";

const version = "2.4.2";

/** A component without a bubble: the page has one that shows the component when clicked. */
export const deepChat: Contestant = {
  name: `deep-chat ${version}`,
  published: {
    name: "deep-chat",
    version,
    integrity:
      "sha512-wQNd6Z6HDoH7OMeoQKpmxDm9XdWrRjMkBJ2yl5tsYND9Dz2UCv/BdGVM8vK2V0mhO1u+OniHYPWDGvjlNxjCeQ==",
  },
  page: shopPage(
    ownBubble(`panel.innerHTML = '<deep-chat connect=\\'{"url":"/chat","stream":true}\\'></deep-chat>';`),
    `<script type="module" src="/package/dist/deepChat.bundle.js"></script>`,
  ),
  async answer({ url }, response) {
    if (url !== "/chat") return false;
    return sendAnswer(response, {
      type: "text/event-stream",
      piece: (text) => `data: ${JSON.stringify({ text })}\n\n`,
    });
  },
  prompt: async (page) => page.locator("deep-chat #text-input"),
  place: (page) => page,
};
