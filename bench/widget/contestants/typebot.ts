import { readJson, sendAnswer, sendJson } from "../answers.ts";
import type { Contestant } from "../contestant.ts";
import { shopPage } from "../host-contestant.ts";

const version = "0.10.7";
const input = {
  id: "input",
  type: "text input",
  options: { labels: { placeholder: "Type", button: "Send" } },
};
const said = (markdown: string) => [{ id: "said", type: "text", content: { type: "markdown", markdown } }];

/** Typebot's bubble, with a bot that asks for a text and lets a model answer it. */
export const typebot: Contestant = {
  name: `@typebot.io/js ${version}`,
  published: {
    name: "@typebot.io/js",
    version,
    integrity:
      "sha512-c5GKjgJlfSjOIhTm8kqohWE/daJeBWlnqK6Xi3AYlFu/3W0NkqsD+T6G+ehu2sDGv8po+FuMB/K6g12/zQVN2Q==",
  },
  page: shopPage(`<script type="module">
    import Typebot from "/package/dist/web.js";
    Typebot.initBubble({ typebot: "bench", apiHost: location.origin, theme: { button: { backgroundColor: "#1d1d1d" } } });
  </script>`),
  async answer(request, response) {
    const { url = "" } = request;
    if (url.endsWith("/startChat")) {
      const bot = { id: "bench", version: "6.1", theme: {}, settings: {} };
      return sendJson(response, { sessionId: "bench", resultId: "1", typebot: bot, messages: [], input });
    }
    if (url.endsWith("/streamMessage")) {
      return sendAnswer(response, { type: "text/plain", piece: (text) => `0:${JSON.stringify(text)}\n` });
    }
    if (!url.endsWith("/continueChat")) return false;
    const { message } = (await readJson(request)) as { message?: { text: string } };
    const text = message?.text ?? "";
    // The widget sends what it has received from the model, and gets it back as the bot's own words.
    if (text.length > 1000) return sendJson(response, { messages: said(text), input });
    const clientSideActions = [{ type: "stream", stream: true, expectsDedicatedReply: true }];
    return sendJson(response, { messages: [], clientSideActions });
  },
  prompt: async (page) => page.locator("typebot-bubble input, typebot-bubble textarea").first(),
  place: (page) => page,
};
