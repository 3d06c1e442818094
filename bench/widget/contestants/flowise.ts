import { sendAnswer, sendJson } from "../answers.ts";
import type { Contestant } from "../contestant.ts";
import { shopPage } from "../host-contestant.ts";

const version = "3.1.6";
const event = (name: string, data: unknown): string =>
  `message:\ndata:${JSON.stringify({ event: name, data })}\n\n`;

/** Flowise's widget, with its server's responses for a flow that streams. */
export const flowise: Contestant = {
  name: `flowise-embed ${version}`,
  published: {
    name: "flowise-embed",
    version,
    integrity:
      "sha512-xSrvBDiEvIIzRFsPBgmzG3SdfBeG4wBzdchdMurft5PQcdYO0HfB8cwGhn00fE5JOsdhVZXfJ3Fq6e/DgrW4ag==",
  },
  page: shopPage(`<script type="module">
    import Chatbot from "/package/dist/web.js";
    Chatbot.init({ chatflowid: "bench", apiHost: location.origin });
  </script>`),
  async answer({ url = "" }, response) {
    if (url.startsWith("/api/v1/public-chatbotConfig/")) return sendJson(response, {});
    if (url.startsWith("/api/v1/chatflows-streaming/")) return sendJson(response, { isStreaming: true });
    if (!url.startsWith("/api/v1/prediction/")) return false;
    return sendAnswer(response, {
      type: "text/event-stream",
      begin: event("start", ""),
      piece: (text) => event("token", text),
      end:
        event("metadata", { chatId: "bench", messageId: "1", sessionId: "bench" }) + event("end", "[DONE]"),
    });
  },
  prompt: async (page) => page.locator("flowise-chatbot textarea"),
  place: (page) => page,
};
