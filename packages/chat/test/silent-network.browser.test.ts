import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { said } from "../gallery/recordings.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";
import { halfSaid, offline, refusal, replyId, restSaid, scriptChat, settled } from "./script-chat.ts";

const fail = () => Promise.reject(offline);

describe("an answer that is stopped while nothing gets through", () => {
  const stopped = (script: Parameters<typeof scriptChat>[0]) => scriptChat({ post: [halfSaid], ...script });

  test("is stopped as soon as the service can be reached, before it is followed again", async () => {
    const { chat, log } = stopped({ stop: [fail, fail], follow: [restSaid] });
    await chat.start();
    chat.send("one");
    await settled();
    chat.stop();
    await settled();
    expect(log).toEqual(["post", "stop", "wait 500", "stop", "wait 1000", "stop", "follow 2"]);
    expect(chat.conversation.value.at(-1)).toMatchObject({ status: "stopped" });
  });

  test("is stopped, too, if it is only found in the history", async () => {
    const [asked, answer] = longHistory(1);
    if (!asked || !answer) throw new Error("no history");
    const running = { ...answer, id: replyId.replace("rep", "msg"), status: "streaming" } as const;
    const { chat, log } = stopped({
      stop: [fail],
      follow: [() => Promise.reject(refusal(409, "resume_unavailable")), restSaid],
      history: [() => Promise.resolve({ messages: [asked, running] })],
    });
    await chat.start();
    chat.send("one");
    await settled();
    chat.stop();
    await settled();
    expect(log.slice(3)).toEqual(["stop", "follow 2", "history", "stop", "follow start"]);
    expect(chat.conversation.value.at(-1)).toMatchObject({ status: "stopped" });
  });
});

describe.skipIf(noChromium)(
  `an answer that is stopped without a network${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("stays stopped: the service is told before the answer is followed again", async () => {
      const isStopped = Promise.withResolvers<void>();
      await using chat = await openFakeChat({ reply: [...said("It depends"), isStopped.promise, "cut"] });
      const { frame } = chat;
      await chat.say("Does it?");
      await frame.getByText("It depends").first().waitFor();
      chat.change({ cut: ["/chat-bot/stop", "/chat-bot/stream"] });
      await frame.getByRole("button", { name: "Stop answering" }).click();
      await frame.getByText("You stopped this answer.").first().waitFor();
      isStopped.resolve();
      await expect.poll(() => chat.asked.filter((path) => path.endsWith("/stop")).length).toBeGreaterThan(2);
      expect(chat.asked.filter((path) => path.endsWith("/stream"))).toEqual([]);
      chat.change({ cut: [] });
      await expect.poll(() => chat.asked.slice(-2)).toEqual(["POST /chat-bot/stop", "GET /chat-bot/stream"]);
    });
  },
);

describe.skipIf(noChromium)(`a network that swallows requests${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("does not leave anybody with an empty chat: it says so after 15 seconds, and continues automatically", async () => {
    await using chat = await openFakeChat();
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    chat.change({ silent: ["/chat-bot/history"], history: longHistory(2) });
    await chat.page.clock.install();
    const frame = await chat.reload();
    await expect.poll(() => chat.asked.at(-1)).toBe("GET /chat-bot/history");
    await chat.page.clock.fastForward(15_000);
    await frame.getByText("Connection lost. Reconnecting…").waitFor();
    chat.change({ silent: [] });
    await chat.page.clock.fastForward(1_000);
    await frame.getByText("Question number 2").waitFor();
  });
});
