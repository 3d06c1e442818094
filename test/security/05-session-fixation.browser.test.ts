import type { RequestListener } from "node:http";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createProfiles } from "../../packages/chat/src/session/profiles.ts";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { startBuiltService } from "../support/start-widget.ts";
import { passOn } from "../support/tls-front.ts";
import { ask, history } from "../support/visitor.ts";

const secret = "My card number is 4111";

/** The service on a host with siblings, one of which belongs to a stranger; the key is for the page's host. */
async function openSite(pageHost: string, storage: "allowed" | "blocked", users: readonly string[]) {
  const origin = `https://${pageHost}`;
  const service = await startBuiltService({
    allowed: [origin, "https://shop.example"],
    options: { publicUrl: "https://chat.shop.example" },
  });
  const stolen = (await ask(service, "The stranger's own chat")).token;
  const kept = new Map<string, string>();
  const place = {
    read: () => undefined,
    write: (name: string, value: string) => void kept.set(name, value),
    remove: () => undefined,
  };
  const profiles = createProfiles("acme-support", origin, [place]);
  for (const user of users) profiles.valueOf("token", [place], () => user).write(stolen);
  if (users[0]) profiles.keptUser.write(users[0]);
  // Everything that a sibling can try: for its whole domain, the exact host, without a name, with and without the
  // partition.
  const cookies = Array.from(kept, ([name, value]) => [
    `${name}=${value}`,
    `__Host-${name}=${value}`,
  ]).flatMap(([old = "", now = ""]) =>
    ["/", "/chat/"].flatMap((path) =>
      ["", "; Partitioned"].flatMap((partition) => {
        const rest = `; Path=${path}; Secure; SameSite=None${partition}`;
        return [old, now, `=${now}`].flatMap((pair) => [
          `${pair}; Domain=shop.example${rest}`,
          `${pair}; Domain=chat.shop.example${rest}`,
        ]);
      }),
    ),
  );
  const sibling: RequestListener = (_, response) => {
    response.setHeader("set-cookie", cookies);
    const script = `for (const cookie of ${JSON.stringify(cookies)}) document.cookie = cookie; document.title = "done"`;
    response.setHeader("content-type", "text/html").end(`<!doctype html><script>${script}</script>`);
  };
  const tag = `<script src="https://chat.shop.example/launcher.js" data-agent-key="${service.key}" data-open async></script>`;
  const browser = await openBrowser({
    service,
    cookies: storage,
    sites: {
      [pageHost]: `<!doctype html><html lang="en"><title>Shop</title><iframe id="sibling" src="https://blog.shop.example/"></iframe>${tag}`,
      "blog.shop.example": sibling,
      "chat.shop.example": (request, response) => passOn(request, response, service.port),
    },
  });
  browser.context.setDefaultTimeout(60_000);
  return {
    service,
    stolen,
    browser,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

async function chatIn(page: Page): Promise<Frame> {
  const chat = () => page.frames().find((each) => each.url().startsWith("https://chat.shop.example/chat/"));
  await expect.poll(chat).toBeDefined();
  return chat() as Frame;
}

describe.skipIf(noChromium)(`a new visitor${noChromium ? ` (${noChromium})` : ""}`, () => {
  for (const [pageHost, storage] of [
    ["www.shop.example", "blocked"], // the service on the page's own site: storage can be used
    ["other.example", "allowed"],
    ["other.example", "blocked"],
  ] as const)
    test.each([[""], ["mallory"]])(
      `on ${pageHost} with third-party storage ${storage} writes into no chat that a sibling of the service's host chose, and keeps its own; as user "%s"`,
      async (user) => {
        await using site = await openSite(pageHost, storage, [user]);
        const { browser, service, stolen } = site;
        await browser.visit("https://blog.shop.example/");
        // The sibling's frame sets them on the visitor's page too.
        const page = await browser.visit(`https://${pageHost}/`);
        const tried = page.frames().find((frame) => frame.url().includes("blog.shop.example"));
        await expect.poll(() => tried?.title()).toBe("done");
        await page.reload();

        const chat = await chatIn(page);
        await chat.getByText("Hi! How can we help?").waitFor();
        await askInChat(chat, secret);
        await chat.getByText("Hello from the model.").first().waitFor();
        expect(JSON.stringify(await history(service, stolen))).not.toContain(secret);

        await page.reload();
        await (await chatIn(page)).getByText(secret).first().waitFor();
        expect(JSON.stringify(await history(service, stolen))).not.toContain(secret);
      },
    );
});
