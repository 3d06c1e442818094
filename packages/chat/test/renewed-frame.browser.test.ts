import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat, type FakeChat } from "./open-fake-chat.ts";

const dist = join(import.meta.dirname, "../dist");

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

/** Makes the chat request a missing file, repeatedly without a pause. */
const missFile = ({ page }: FakeChat) => page.evaluate("port.postMessage({ type: 'locale', lang: 'de' })");
const comesBack = ({ page }: FakeChat) =>
  page
    .frames()
    .at(-1)
    ?.evaluate("dispatchEvent(new Event('online'))")
    .catch(() => undefined); // between two documents
/**
 * The first documents that were requested: at first, when the frame looks whether a new version can be loaded, and when it
 * reloads itself. On a slow machine it may look again before that.
 */
const documentsAfterReturn = (chat: FakeChat, { documents }: { documents: readonly string[] }, count = 3) =>
  comesBack(chat)?.then(() => documents.slice(0, count));

describe.skipIf(noChromium)(`a frame from before an upgrade${noChromium ? ` (${noChromium})` : ""}`, () => {
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

  test("that needs a file which no longer exists reloads itself once, when nothing is lost by it", async () => {
    const service = upgradable();
    await using chat = await openFakeChat({ reply, history: [] }, service);
    service.upgrade();
    await chat.say("Is it?");
    await chat.frame.locator("article:not(.live)").getByText("It is **so**.").waitFor();
    await chat.frame.fill(".composer textarea", "being written");
    chat.change({
      history: [told("msg_1", "user", "Is it?"), told("msg_2", "assistant", "It is **so**.")],
    });
    // The file was requested often enough; a draft takes precedence.
    const failures = () =>
      chat.frame.evaluate(
        "dispatchEvent(new Event('online')); performance.getEntriesByType('resource').filter(({ name }) => /answer-view-.*again/.test(name)).length",
      );
    await expect.poll(failures, { interval: 200 }).toBeGreaterThan(8);
    expect(service.documents).toEqual(["old"]);
    expect(await chat.frame.inputValue(".composer textarea")).toBe("being written");

    await chat.frame.fill(".composer textarea", "");
    await chat.frame.evaluate("dispatchEvent(new Event('online'))");
    await chat.page.frameLocator("iframe").locator("article strong", { hasText: "so" }).waitFor();
    expect(service.documents).toEqual(["old", "new", "new"]);
    expect(chat.posted).toHaveLength(1);
  });

  test("even notices that the part which keeps tabs in step is missing", async () => {
    const service = upgradable();
    const pages = (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.url?.startsWith("/chat/assets/menu-and-tabs-")) service.upgrade();
      return service.pages(request, response);
    };
    await using chat = await openFakeChat({}, { pages });
    await expect
      .poll(() => documentsAfterReturn(chat, service), { interval: 200 })
      .toEqual(["old", "new", "new"]);
    await chat.page.frameLocator("iframe").locator("main > [role=status]").waitFor({ state: "attached" });
  });

  test("waits while a message is being edited", async () => {
    const service = upgradable();
    await using chat = await openFakeChat({ reply }, service);
    const composer = chat.frame.locator(".composer textarea");
    await chat.say("Is it?");
    await chat.frame.getByRole("button", { name: "Edit message" }).click();
    service.upgrade();
    await chat.page.evaluate("port.postMessage({ type: 'locale', lang: 'de' })");
    const failures = () =>
      chat.frame.evaluate(
        "dispatchEvent(new Event('online')); performance.getEntriesByType('resource').filter(({ name }) => /de-.*again/.test(name)).length",
      );
    await expect.poll(failures, { interval: 200 }).toBeGreaterThan(8);
    expect(service.documents).toEqual(["old"]);
    expect(await composer.inputValue()).toBe("Is it?");

    await composer.press("Escape");
    await chat.frame.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => service.documents).toEqual(["old", "new", "new"]);
  });

  test("waits while it asks about a mailed link", async () => {
    const service = upgradable();
    await using chat = await openFakeChat({ handoff: { button: true, open: true } }, service);
    await chat.page.evaluate(`port.postMessage({ type: "link", link: "A".repeat(43) })`);
    const question = chat.frame.locator(".mailed-link");
    await question.waitFor();
    service.upgrade();
    await missFile(chat);
    const failures = () =>
      chat.frame.evaluate(
        "dispatchEvent(new Event('online')); performance.getEntriesByType('resource').filter(({ name }) => /de-.*again/.test(name)).length",
      );
    await expect.poll(failures, { interval: 200 }).toBeGreaterThan(8);
    expect(service.documents).toEqual(["old"]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect
      .poll(() => documentsAfterReturn(chat, service), { interval: 200 })
      .toEqual(["old", "new", "new"]);
  });

  test("still asks about a mailed link if it reloads because it could not ask", async () => {
    const service = upgradable();
    const pages = (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.url?.startsWith("/chat/assets/handoff-")) service.upgrade();
      return service.pages(request, response);
    };
    await using chat = await openFakeChat({ handoff: { button: true, open: true } }, { pages });
    await chat.page.evaluate(`port.postMessage({ type: "link", link: "A".repeat(43) })`);
    await expect
      .poll(() => documentsAfterReturn(chat, service), { interval: 200 })
      .toEqual(["old", "new", "new"]);
    const question = chat.page.frameLocator("iframe").locator(".mailed-link");
    await question.getByRole("button", { name: "Cancel" }).click();
    // What was answered is not asked again.
    expect(await chat.page.frames().at(-1)?.evaluate("history.state")).toBe(null);
  });

  test("stays as it is if something is started while the new version's files are loading", async () => {
    const service = upgradable();
    const isThere = Promise.withResolvers<void>();
    let asked = 0;
    function pages(request: IncomingMessage, response: ServerResponse): boolean {
      if (!request.url?.includes(".new.")) return service.pages(request, response);
      asked++;
      void isThere.promise.then(() => service.pages(request, response));
      return true;
    }
    await using chat = await openFakeChat({}, { pages });
    const composer = chat.frame.locator(".composer textarea");
    service.upgrade();
    await missFile(chat);
    await expect.poll(() => comesBack(chat)?.then(() => asked)).toBeGreaterThan(0);
    await composer.fill("being written");
    isThere.resolve();
    await expect
      .poll(async () => {
        const arrived = await chat.frame.evaluate<number>(
          "performance.getEntriesByType('resource').filter(({ name, responseEnd }) => name.includes('.new.') && responseEnd > 0).length",
        );
        return asked - arrived;
      })
      .toBe(0);
    expect(await composer.inputValue()).toBe("being written");

    // If it had reloaded itself before, the document would not be requested twice more.
    await composer.fill("");
    await expect
      .poll(() => documentsAfterReturn(chat, service, 4), { interval: 200 })
      .toEqual(["old", "new", "new", "new"]);
  });

  test("takes the focus from nobody on the page after reloading itself, and has it again if it had it", async () => {
    for (const hadFocus of [false, true]) {
      const service = upgradable();
      await using chat = await openFakeChat({}, service);
      const { page } = chat;
      await page.evaluate("document.body.append(document.createElement('input'))");
      if (!hadFocus) await page.locator("body > input").focus();
      service.upgrade();
      await missFile(chat);
      await expect
        .poll(() => documentsAfterReturn(chat, service), { interval: 200 })
        .toEqual(["old", "new", "new"]);
      await expect.poll(() => page.evaluate("heard.filter(({ type }) => type === 'ready').length")).toBe(2);
      // This message arrives after everything it was sent at its start.
      await page.evaluate("port.postMessage({ type: 'theme', theme: 'dark' })");
      const inFrame = (script: string) => page.frames().at(-1)?.evaluate(script);
      await expect.poll(() => inFrame("document.documentElement.dataset.theme")).toBe("dark");
      await expect
        .poll(() => inFrame("document.hasFocus() && document.activeElement.localName"))
        .toBe(hadFocus && "textarea");
      expect(await page.evaluate("document.activeElement.localName")).toBe(hadFocus ? "iframe" : "input");
    }
  });
});
