import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const dist = join(import.meta.dirname, "../dist");

/** Refuses the first requests for the files whose names begin so. `asked`: what the address of each ended with. */
function refusing(name: string, times: number) {
  const asked: string[] = [];
  return {
    asked,
    pages({ url = "" }: IncomingMessage, response: ServerResponse): boolean {
      const [path, ending = ""] = url.split("?");
      if (!path?.startsWith(`/chat/assets/${name}-`) || !path.endsWith(".js")) return false;
      if (asked.push(ending) > times) return false;
      response.writeHead(404).end();
      return true;
    },
  };
}

/** A service that is upgraded: from then on, all files have other names, and nothing is at the old ones. */
function upgradable() {
  let isNew = false;
  const documents: string[] = [];
  const renamed = (text: string): string =>
    isNew ? text.replace(/(\.\/|\/chat\/assets\/)([\w-]+)(\.js|\.css)/g, "$1$2.new$3") : text;
  return {
    documents,
    upgrade: () => (isNew = true),
    pages({ url = "" }: IncomingMessage, response: ServerResponse): boolean {
      const path = url.split("?")[0] ?? "";
      if (!path.startsWith("/chat/")) return false;
      const name = path.slice("/chat/".length) || "index.html";
      if (name === "index.html") documents.push(isNew ? "new" : "old");
      if (name !== "index.html" && name.includes(".new.") !== isNew) {
        response.writeHead(404).end();
        return true;
      }
      const type = name.endsWith(".css")
        ? "text/css"
        : name.endsWith(".js")
          ? "text/javascript"
          : "text/html";
      const body = renamed(readFileSync(join(dist, name.replace(".new.", ".")), "utf8"));
      response.writeHead(200, { "content-type": type }).end(body);
      return true;
    },
  };
}

describe.skipIf(noChromium)(`a part that comes later${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is asked for again at another address after each failure, until it is there", async () => {
    const late = refusing("all-device", 3);
    await using chat = await openFakeChat({}, late);
    await chat.frame.locator("[role=status]").waitFor({ state: "attached" });
    expect(late.asked).toEqual(["", "again=1", "again=2", "again=3"]);
  });

  test("is asked for at once when the browser says that the network is back", async () => {
    const late = refusing("all-device", 4);
    await using chat = await openFakeChat({}, late);
    await expect.poll(() => late.asked.length, { timeout: 20_000 }).toBe(4);
    await chat.page.clock.install(); // no pause ends by itself any more
    await chat.frame.evaluate("dispatchEvent(new Event('online'))");
    await chat.frame.locator("[role=status]").waitFor({ state: "attached" });
    expect(late.asked).toHaveLength(5);
  });

  test("that is a language leaves the chat in English only until it is there", async () => {
    const late = refusing("de", 2);
    await using chat = await openFakeChat({ lang: "de" }, late);
    await chat.frame.getByPlaceholder("Ask anything").waitFor();
    await chat.frame.getByPlaceholder("Ihre Frage").waitFor();
    expect(late.asked).toEqual(["", "again=1", "again=2"]);
    expect(await chat.frame.locator("html").getAttribute("lang")).toBe("de");
  });
});

describe.skipIf(noChromium)(`before the part has come${noChromium ? ` (${noChromium})` : ""}`, () => {
  /** The part that has what the tests are about. */
  function awaited() {
    let isThere = false;
    return {
      arrive: () => (isThere = true),
      pages({ url = "" }: IncomingMessage, response: ServerResponse): boolean {
        if (isThere || !url.startsWith("/chat/assets/all-device-")) return false;
        response.writeHead(404).end();
        return true;
      },
    };
  }
  const comesBack = "dispatchEvent(new Event('online'))";

  test("that tells a screen reader what is new, an answer ends: it is told once it has", async () => {
    const part = awaited();
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
    const part = awaited();
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
    await frame.getByText("One moment").waitFor();
    expect(await frame.getByRole("dialog").count()).toBe(0);
    part.arrive();
    await frame.evaluate(comesBack);
    await frame.getByRole("dialog", { name: label }).waitFor();
    expect(await frame.getByText("One moment").count()).toBe(0);
    expect(chat.posted).toEqual([]);
  });
});

describe.skipIf(noChromium)(`a frame of before an upgrade${noChromium ? ` (${noChromium})` : ""}`, () => {
  const told = (id: string, role: "user" | "assistant", text: string) =>
    ({
      id,
      role,
      content: text,
      created_at: "2026-11-21T05:00:00.000Z",
      status: "complete",
      parts: [{ type: "text", text }],
    }) as const;
  const reply = [{ type: "text", data: "It is **so**." } as const, { type: "done", data: {} } as const];

  test("that needs a file which is there no more loads itself anew once, when nothing is lost by it", async () => {
    const service = upgradable();
    await using chat = await openFakeChat({ reply, history: [] }, service);
    service.upgrade();
    await chat.say("Is it?");
    await chat.frame.locator("article:not(.live)").getByText("It is **so**.").waitFor();
    await chat.frame.fill(".composer textarea", "being written");
    chat.change({
      history: [told("msg_1", "user", "Is it?"), told("msg_2", "assistant", "It is **so**.")],
    });
    // The file was looked for often enough; what is being written comes first.
    const failures = () =>
      chat.frame.evaluate(
        "dispatchEvent(new Event('online')); performance.getEntriesByType('resource').filter(({ name }) => /markdown.*again/.test(name)).length",
      );
    await expect.poll(failures, { timeout: 60_000, interval: 200 }).toBeGreaterThan(12);
    expect(service.documents).toEqual(["old"]);
    expect(await chat.frame.inputValue(".composer textarea")).toBe("being written");

    await chat.frame.fill(".composer textarea", "");
    await chat.frame.evaluate("dispatchEvent(new Event('online'))");
    await chat.page
      .frameLocator("iframe")
      .locator("article strong", { hasText: "so" })
      .waitFor({ timeout: 40_000 });
    expect(service.documents).toEqual(["old", "new", "new"]);
    expect(chat.posted).toHaveLength(1);
  });

  test("finds the part missing, too, that ties the tabs of a device together", async () => {
    const service = upgradable();
    const pages = (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.url?.startsWith("/chat/assets/all-device-")) service.upgrade();
      return service.pages(request, response);
    };
    await using chat = await openFakeChat({}, { pages });
    const comesBack = () => chat.frame.evaluate("dispatchEvent(new Event('online'))").catch(() => undefined);
    await expect
      .poll(() => comesBack().then(() => service.documents), { timeout: 40_000, interval: 200 })
      .toEqual(["old", "new", "new"]);
    await chat.page.frameLocator("iframe").locator("main > [role=status]").waitFor({ state: "attached" });
  });

  test("waits with it while a message is being changed", async () => {
    const service = upgradable();
    await using chat = await openFakeChat({ reply }, service);
    const prompt = chat.frame.locator(".composer textarea");
    await chat.say("Is it?");
    await chat.frame.getByRole("button", { name: "Edit message" }).click();
    service.upgrade();
    await chat.page.evaluate("port.postMessage({ type: 'locale', lang: 'de' })");
    const failures = () =>
      chat.frame.evaluate(
        "dispatchEvent(new Event('online')); performance.getEntriesByType('resource').filter(({ name }) => /de-.*again/.test(name)).length",
      );
    await expect.poll(failures, { timeout: 60_000, interval: 200 }).toBeGreaterThan(12);
    expect(service.documents).toEqual(["old"]);
    expect(await prompt.inputValue()).toBe("Is it?");

    await prompt.press("Escape");
    await chat.frame.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => service.documents, { timeout: 40_000 }).toEqual(["old", "new", "new"]);
  });

  test("stays as it is while the service's document names the same files", async () => {
    const late = refusing("all-device", 8);
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
});
