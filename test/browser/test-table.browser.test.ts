import { fileURLToPath } from "node:url";
import { createConsoleFiles } from "@servicechat/server";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/build.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { consoleUrl, startConsole } from "../support/start-console.ts";

const dist = fileURLToPath(new URL("../../packages/console/dist", import.meta.url));
const agentId = "acme-support";
const section = (heading: string, text: string) => ({ headings: ["Lamps", heading], anchor: null, text });

/** What has the focus. */
const focused = (page: Page) =>
  page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')");

const results = (page: Page) => page.locator(".test-lines > li .test-result").allTextContents();

describe.skipIf(noChromium)(`tests without a file${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("are written as a table by keyboard, run, repaired and run again, and the file says the same", async () => {
    await buildIfStale({ only: ["console"] });
    await using console = await startConsole({
      consoleFiles: createConsoleFiles(dist),
      agent: { model: { provider: "extractive" }, tools: ["search_knowledge"] },
    });
    await console.storage.knowledge.replaceDocument(
      {
        agentId,
        source: "files:docs",
        title: "Lamps",
        fingerprint: "1",
        readAt: 1,
        id: "doc_1",
        location: "docs/lamps.md",
        url: null,
      },
      [
        section("How tall is a lamp?", "A lamp is 40 cm tall."),
        section("Which bulb fits a lamp?", "An LED bulb fits."),
        section("What does a lamp cost?", "A lamp costs 35 euros."),
      ],
    );
    await using browser = await openBrowser({ service: console, sites: {} });
    const { cookie } = await console.signIn("editor");
    const [name = "", value = ""] = cookie.split("=");
    await browser.context.addCookies([
      { name, value, url: consoleUrl, secure: true, httpOnly: true, sameSite: "Strict" },
    ]);
    const page = await browser.visit(`${consoleUrl}/console/tests/${agentId}`);
    page.setDefaultTimeout(60_000);
    const { keyboard } = page;
    const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });

    await field("Question, new test").focus();
    for (const [question, said, cited] of [
      ["How tall is a lamp?", "40 cm", "lamps.md"],
      ["Which bulb fits a lamp?", "LED", ""],
      ["What does a lamp cost?", "30 euros", ""],
    ] as const) {
      await keyboard.type(question);
      await keyboard.press("Tab");
      await keyboard.type(said);
      await keyboard.press("Tab");
      await keyboard.type(cited);
      await keyboard.press("Enter");
      await expect.poll(() => focused(page)).toBe("Question, new test");
    }
    // What was not meant is taken back, and what was deleted comes back.
    await field("Must say, test 1").focus();
    await keyboard.type("50 cm");
    await keyboard.press("Escape");
    await keyboard.press("Alt+ArrowDown");
    await expect.poll(() => focused(page)).toBe("Must say, test 2");
    await keyboard.press("Alt+ArrowUp");
    await expect.poll(() => field("Question, test 1").inputValue()).toBe("How tall is a lamp?");
    await page.getByRole("button", { name: "Delete test 2" }).press("Enter");
    await expect.poll(() => page.locator(".test-lines > li").count()).toBe(2);
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect.poll(() => field("Question, test 2").inputValue()).toBe("Which bulb fits a lamp?");

    await page.getByRole("button", { name: "Run tests" }).press("Enter");
    await expect.poll(() => results(page)).toEqual(["Passed", "Passed", "Failed"]);
    await page.getByText("does not say: 30 euros").waitFor();
    await page.getByText("Read the answer").last().click();
    await page.getByText("A lamp costs 35 euros.").waitFor();

    await field("Must say, test 3").focus();
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type("35 euros");
    await keyboard.press("Enter");
    await expect.poll(() => results(page)).toEqual(["Passed", "Passed", "Changed since"]);
    await page.getByRole("button", { name: "Run tests" }).press("Enter");
    await expect.poll(() => results(page)).toEqual(["Passed", "Passed", "Fixed"]);
    await page.getByText("3 of 3 tests passed").first().waitFor();

    const file = (await console.storage.agentTests.find({ scope: { agents: null }, agentId }))?.file;
    expect(file).toBe(
      `agent: ${agentId}
tests:
  - name: How tall is a lamp?
    say: How tall is a lamp?
    expect:
      contains: 40 cm
      cites: lamps.md
  - name: Which bulb fits a lamp?
    say: Which bulb fits a lamp?
    expect:
      contains: LED
  - name: What does a lamp cost?
    say: What does a lamp cost?
    expect:
      contains: 35 euros
`,
    );
    await page.getByRole("link", { name: "File", exact: true }).click();
    await expect.poll(() => page.locator(".cm-content").innerText()).toContain("contains: 35 euros");

    await page.goto(`${consoleUrl}/console/tests/${agentId}`);
    await expect.poll(() => results(page)).toEqual(["Passed", "Passed", "Fixed"]);
    await page.getByRole("button", { name: "Write ten for me" }).click();
    await expect.poll(() => page.locator(".test-sources").innerText()).toContain("Write ten for me");
    await page.getByText("There is nothing new to suggest.").waitFor();
  });
});
