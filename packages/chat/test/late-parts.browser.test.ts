import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/** Refuses the first requests for the files whose names begin so, or all until one arrives. `asked`: what the address of each ended with. */
function refusing(name: string, times = Infinity) {
  const asked: string[] = [];
  let isThere = false;
  return {
    asked,
    arrive: () => (isThere = true),
    pages({ url = "" }: IncomingMessage, response: ServerResponse): boolean {
      const [path, ending = ""] = url.split("?");
      if (!path?.startsWith(`/chat/assets/${name}-`) || !path.endsWith(".js")) return false;
      if (asked.push(ending) > times || isThere) return false;
      response.writeHead(404).end();
      return true;
    },
  };
}

describe.skipIf(noChromium)(`a part that comes later${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is asked for again at another address after each failure, until it is there", async () => {
    const late = refusing("device", 3);
    await using chat = await openFakeChat({}, late);
    await chat.frame.locator("[role=status]").waitFor({ state: "attached" });
    expect(late.asked).toEqual(["", "again=1", "again=2", "again=3"]);
  });

  test("is asked for at once when the browser says that the network is back", async () => {
    const late = refusing("device");
    await using chat = await openFakeChat({}, late);
    await chat.page.clock.install();
    // In a reloaded page, no pause ends by itself.
    await chat.page.clock.pauseAt(Date.now() + 60_000);
    const frame = await chat.reload();
    const before = late.asked.length;
    late.arrive();
    // It is said again, since the chat may only now hear of the failure.
    await expect
      .poll(() =>
        frame.evaluate(
          "dispatchEvent(new Event('online')), document.querySelector('[role=status]') !== null",
        ),
      )
      .toBe(true);
    expect(late.asked.length).toBeLessThanOrEqual(before + 1);
  });

  test("that is a language leaves the chat in English only until it is there", async () => {
    const late = refusing("de");
    await using chat = await openFakeChat({ lang: "de" }, late);
    await chat.frame.getByPlaceholder("Ask anything").waitFor();
    late.arrive();
    await chat.frame.getByPlaceholder("Ihre Frage").waitFor();
    expect(late.asked.slice(0, 2)).toEqual(["", "again=1"]);
    expect(await chat.frame.locator("html").getAttribute("lang")).toBe("de");
  });
});

describe.skipIf(noChromium)(`before the part has come${noChromium ? ` (${noChromium})` : ""}`, () => {
  const comesBack = "dispatchEvent(new Event('online'))";

  test("that tells a screen reader what is new, an answer ends: it is told once it has", async () => {
    const part = refusing("device");
    await using chat = await openFakeChat({}, part);
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const status = chat.frame.locator("main > [role=status]");
    expect(await status.count()).toBe(0);
    part.arrive();
    await chat.frame.evaluate(comesBack);
    await expect.poll(() => status.textContent()).toContain("30 days");
  });

  test("that asks first, an action says so, and is asked about once it has", async () => {
    const part = refusing("device");
    const label = "Cancel my order";
    const action = {
      id: "cancel",
      name: "cancel",
      kind: "prompt",
      label,
      description: "",
      confirm: true,
    } as const;
    await using chat = await openFakeChat({ actions: [action] }, part);
    const { frame } = chat;
    await frame.getByRole("button", { name: label }).click();
    await frame.getByText("Just a moment").waitFor();
    expect(await frame.getByRole("dialog").count()).toBe(0);
    part.arrive();
    await frame.evaluate(comesBack);
    await frame.getByRole("dialog", { name: label }).waitFor();
    expect(await frame.getByText("Just a moment").count()).toBe(0);
    expect(chat.posted).toEqual([]);
  });
});

describe.skipIf(noChromium)(
  `a frame that misses a file of its own version${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("stays as it is while the service's document names the same files", async () => {
      const late = refusing("device", 8);
      await using chat = await openFakeChat({}, late);
      const documents: string[] = [];
      chat.page.on("framenavigated", (frame) => documents.push(frame.url()));
      await expect
        .poll(
          () =>
            chat.frame.evaluate(
              "dispatchEvent(new Event('online')), document.querySelector('[role=status]') !== null",
            ),
          {
            timeout: 60_000,
            interval: 200,
          },
        )
        .toBe(true);
      expect(documents).toEqual([]);
      expect(chat.asked.filter((path) => path === "GET /chat-bot/agent")).toHaveLength(1);
    });
  },
);
