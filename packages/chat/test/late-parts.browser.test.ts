import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/**
 * Refuses the first requests for files with this prefix, or all until one arrives. `asked`: the end of the URL of each.
 */
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

describe.skipIf(noChromium)(`a lazily loaded part${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is requested again at another URL after each failure, until it has loaded", async () => {
    const late = refusing("menu-and-tabs", 3);
    await using chat = await openFakeChat({}, late);
    await chat.frame.locator("[role=status]").waitFor({ state: "attached" });
    expect(late.asked).toEqual(["", "again=1", "again=2", "again=3"]);
  });

  test("is requested at once when the browser says that the network is back", async () => {
    const late = refusing("menu-and-tabs");
    await using chat = await openFakeChat({}, late);
    await chat.page.clock.install();
    // In a reloaded page, no pause ends automatically.
    await chat.page.clock.pauseAt(Date.now() + 60_000);
    const frame = await chat.reload();
    const before = late.asked.length;
    late.arrive();
    // The event is repeated, since the chat may only now learn of the failure.
    await expect
      .poll(() =>
        frame.evaluate(
          "dispatchEvent(new Event('online')), document.querySelector('[role=status]') !== null",
        ),
      )
      .toBe(true);
    expect(late.asked.length).toBeLessThanOrEqual(before + 1);
  });

  test("that is a language leaves the chat in English only until it has loaded", async () => {
    const late = refusing("de");
    await using chat = await openFakeChat({ lang: "de" }, late);
    await chat.frame.getByPlaceholder("Ask a question").waitFor();
    late.arrive();
    await chat.frame.getByPlaceholder("Ihre Frage").waitFor();
    expect(late.asked.slice(0, 2)).toEqual(["", "again=1"]);
    expect(await chat.frame.locator("html").getAttribute("lang")).toBe("de");
  });
});

describe.skipIf(noChromium)(`before the part has loaded${noChromium ? ` (${noChromium})` : ""}`, () => {
  const comesBack = "dispatchEvent(new Event('online'))";

  test("that informs screen readers, an answer that ends is announced afterwards", async () => {
    const part = refusing("menu-and-tabs");
    await using chat = await openFakeChat({}, part);
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const status = chat.frame.locator("main > [role=status]");
    expect(await status.count()).toBe(0);
    part.arrive();
    await chat.frame.evaluate(comesBack);
    await expect.poll(() => status.textContent()).toContain("30 days");
  });

  test("that asks for confirmation, an action says so, and asks once it has", async () => {
    const part = refusing("menu-and-tabs");
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
      const late = refusing("menu-and-tabs", 8);
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
            interval: 200,
          },
        )
        .toBe(true);
      expect(documents).toEqual([]);
      expect(chat.asked.filter((path) => path === "GET /chat-bot/agent")).toHaveLength(1);
    });
  },
);
