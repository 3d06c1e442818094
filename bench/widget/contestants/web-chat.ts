import { sendAnswer } from "../answers.ts";
import type { Contestant } from "../contestant.ts";
import { shopPage } from "../host-contestant.ts";
import { ownBubble } from "../own-bubble.ts";

const version = "4.18.1";

/**
 * A chat adapter, which Web Chat accepts instead of Direct Line: it posts the visitor's messages, and passes on the
 * response as a livestream, each activity with all the text so far (docs/LIVESTREAMING.md of Web Chat).
 */
const adapter = `
  const watching = new Set();
  const observable = (subscribed) => ({
    subscribe(observer) {
      subscribed(observer);
      return { unsubscribe: () => watching.delete(observer) };
    },
  });
  const give = (activity) => {
    for (const observer of watching) observer.next({ timestamp: new Date().toISOString(), ...activity });
  };
  const bot = { id: "bot", role: "bot" };
  let count = 0;
  async function follow() {
    const { body } = await fetch("/chat", { method: "POST" });
    let text = "", rest = "", streamId, streamSequence = 0;
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + part).split("\\n");
      rest = lines.pop();
      for (const line of lines) {
        text += JSON.parse(line);
        const id = "a-" + ++count;
        const channelData = { streamType: "streaming", streamSequence: ++streamSequence, ...(streamId && { streamId }) };
        give({ id, type: "typing", from: bot, text, channelData });
        streamId ??= id;
      }
    }
    give({ id: "a-" + ++count, type: "message", from: bot, text, channelData: { streamType: "final", streamId } });
  }
  const directLine = {
    activity$: observable((observer) => watching.add(observer)),
    connectionStatus$: observable((observer) => { for (const status of [0, 1, 2]) observer.next(status); }),
    postActivity: (activity) => observable((observer) => {
      const id = "u-" + ++count;
      observer.next(id);
      observer.complete();
      give({ ...activity, id });
      if (activity.type === "message") follow();
    }),
    end() {},
  };
`;

/** Bot Framework Web Chat, also without a bubble: rendered when the page's own is clicked. */
export const webChat: Contestant = {
  name: `botframework-webchat ${version}`,
  published: {
    name: "botframework-webchat",
    version,
    integrity:
      "sha512-7jpEUJ7olT62Xm+8eh7BhhIcXVfU2xD4pZDaeBt8K4XcNy6K/83UGIxE9BFkXmHMZ4hDEVOzs5cre07GWuaXzg==",
  },
  page: shopPage(
    ownBubble(`${adapter} WebChat.renderWebChat({ directLine, userID: "visitor", locale: "en-US" }, panel);`),
    `<script src="/package/dist/webchat.js"></script>`,
  ),
  async answer({ url }, response) {
    if (url !== "/chat") return false;
    return sendAnswer(response, {
      type: "application/x-ndjson",
      piece: (text) => `${JSON.stringify(text)}\n`,
    });
  },
  prompt: async (page) => page.getByPlaceholder("Type your message"),
  place: (page) => page,
};
