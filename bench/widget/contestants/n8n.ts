import { readJson, sendAnswer, sendJson } from "../answers.ts";
import type { Contestant } from "../contestant.ts";
import { shopPage } from "../host-contestant.ts";

const version = "1.37.0";
const metadata = { nodeId: "agent", nodeName: "AI Agent", runIndex: 0, itemIndex: 0, timestamp: 0 };
const line = (type: string, content?: string): string => `${JSON.stringify({ type, content, metadata })}\n`;

/** The widget of n8n's chat trigger, with streamed answers. */
export const n8n: Contestant = {
  name: `@n8n/chat ${version}`,
  published: {
    name: "@n8n/chat",
    version,
    integrity:
      "sha512-V1EQxDp/+rW6o/5OZgbwDfgPJXG8Jrn3TIdq7Z/26QTP90Uo3g2gv8CMnaQcphdTQVR+K06X34DOCRHXa8Tqnw==",
  },
  page: shopPage(
    `<script type="module">
    import { createChat } from "/package/dist/chat.bundle.es.js";
    createChat({ webhookUrl: location.origin + "/webhook", enableStreaming: true });
  </script>`,
    `<link rel="stylesheet" href="/package/dist/style.css">`,
  ),
  async answer(request, response) {
    if (request.url !== "/webhook") return false;
    const { action } = (await readJson(request)) as { action: string };
    if (action !== "sendMessage") return sendJson(response, { data: [] });
    return sendAnswer(response, {
      type: "text/plain",
      begin: line("begin"),
      piece: (text) => line("item", text),
      end: line("end"),
    });
  },
  prompt: async (page) => page.locator("#n8n-chat textarea"),
  place: (page) => page,
};
