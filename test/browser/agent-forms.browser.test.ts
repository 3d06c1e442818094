import { fileURLToPath } from "node:url";
import { createConsoleFiles } from "@servicechat/server";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/build.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { consoleUrl, startConsole } from "../support/start-console.ts";
import { agentPath } from "../support/start-preview.ts";

const dist = fileURLToPath(new URL("../../packages/console/dist", import.meta.url));

describe.skipIf(noChromium)(`the forms of an agent's settings${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("a change is kept as a draft over a reload, and applying it changes that line of the file alone", async () => {
    await buildIfStale({ only: ["console"] });
    const agent = { limits: { replySeconds: 30, maxToolRounds: 2 }, starters: ["Where is my order?"] };
    await using service = await startConsole({ consoleFiles: createConsoleFiles(dist), agent });
    const { cookie } = await service.signIn("editor");
    await using browser = await openBrowser({ service, sites: {} });
    browser.context.setDefaultTimeout(60_000);
    const [name = "", value = ""] = cookie.split("=");
    await browser.context.addCookies([
      { name, value, url: consoleUrl, secure: true, httpOnly: true, sameSite: "Strict" },
    ]);
    const fileOf = async (path: string): Promise<string> =>
      String((await service.ask("GET", path, { cookie })).body.file);
    const before = await fileOf(agentPath);
    const id = agentPath.replace(/^.*agents\//, "");
    const page = await browser.visit(`${consoleUrl}/console/agents/${id}/settings/limits`);
    const seconds = page.getByRole("textbox", { name: "Longest time for one answer" });

    await seconds.fill("2");
    await page.getByText("must be at least 4").waitFor();
    await seconds.fill("45");
    await expect.poll(() => fileOf(`${agentPath}/draft`)).toBe(before.replace("30", "45"));

    await page.reload();
    await expect.poll(() => seconds.inputValue()).toBe("45");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => fileOf(agentPath)).toBe(before.replace("30", "45"));
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Apply" }).waitFor({ state: "hidden" });
    expect((await service.ask("GET", `${agentPath}/draft`, { cookie })).status).toBe(404);
  });
});
