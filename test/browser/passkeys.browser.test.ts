import { fileURLToPath } from "node:url";
import { createConsoleFiles } from "@servicechat/server";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../scripts/build.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { consoleUrl, startConsole } from "../support/start-console.ts";

const dist = fileURLToPath(new URL("../../packages/console/dist", import.meta.url));

/**
 * Gives a page a virtual authenticator that creates and uses passkeys without asking; `verifies` says whether user
 * verification succeeds.
 */
async function giveAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

describe.skipIf(noChromium)(`passkeys in a browser${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("one is created after a link, signs in without a name, is counted, and stops working once removed", async () => {
    await buildIfStale({ only: ["console"] });
    await using console = await startConsole({ consoleFiles: createConsoleFiles(dist) });
    await using browser = await openBrowser({ service: console, sites: {} });
    browser.trouble.expect(/Failed to load resource.* status of 401/);
    const page = await browser.visit("about:blank");
    page.setDefaultTimeout(60_000);
    const device = await giveAuthenticator(page);
    await page.goto(`${consoleUrl}/console/#link=${await console.link("owner")}`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("Passkey created").waitFor();
    const [made] = await device.credentials();
    expect(made).toMatchObject({ isResidentCredential: true, rpId: "chat.example" });

    const enter = async () => {
      await page.goto(`${consoleUrl}/console/settings/sign-in`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    };
    const leave = async () => {
      await page.locator(".person-button").click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
    };
    await leave();
    await enter();
    await page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    const [used] = await device.credentials();
    expect(used?.signCount).toBeGreaterThan(made?.signCount ?? 0);
    const stored = await console.storage.passkeys.find(
      Buffer.from(made?.credentialId ?? "", "base64").toString("base64url"),
    );
    expect(stored?.counter).toBe(used?.signCount);

    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Key ring");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.locator(".row-title", { hasText: "Key ring" }).waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("You have no passkey yet.").waitFor();
    await leave();
    await enter();
    await page.getByRole("alert").filter({ hasText: "The passkey was not accepted." }).waitFor();
  });

  test("somebody who signed in a while ago confirms their identity with a passkey before they create a token", async () => {
    await buildIfStale({ only: ["console"] });
    const clock = { now: Date.now() };
    await using console = await startConsole({
      consoleFiles: createConsoleFiles(dist),
      clock: { wallMs: () => clock.now, monotonicMs: () => performance.now() },
    });
    await using browser = await openBrowser({ service: console, sites: {} });
    browser.trouble.expect(/Failed to load resource.* status of 403/);
    const page = await browser.visit("about:blank");
    page.setDefaultTimeout(60_000);
    const device = await giveAuthenticator(page);
    await page.goto(`${consoleUrl}/console/#link=${await console.link("owner")}`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("Passkey created").waitFor();
    const cookies = async () => (await page.context().cookies()).map(({ value }) => value);
    const before = await cookies();
    clock.now += 10 * 60_000;

    const tokens = async () => (await console.storage.apiTokens.list({ limit: 10 })).items;
    await page.goto(`${consoleUrl}/console/settings/tokens`);
    await page.getByRole("button", { name: "New token" }).first().click();
    await page.getByRole("dialog").getByLabel("Name").fill("Nightly export");
    await page.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
    const question = page.getByRole("dialog", { name: "Confirm it's you" });
    await question.waitFor();
    expect(await tokens()).toEqual([]);
    await device.verifies(false);
    await question.getByRole("button", { name: "Use your passkey" }).click();
    await question.getByRole("alert").filter({ hasText: "The passkey was not accepted." }).waitFor();
    expect(await tokens()).toEqual([]);
    await device.verifies(true);
    await question.getByRole("button", { name: "Use your passkey" }).click();
    await question.waitFor({ state: "hidden" });
    await page.locator(".copy-field", { hasText: "sc_" }).first().waitFor();
    expect(await tokens()).toMatchObject([{ name: "Nightly export" }]);
    // A copy of the earlier cookie is worthless.
    expect(await cookies()).not.toEqual(before);
  });

  test("a person whose device fails to verify them is told so, and no session starts", async () => {
    await buildIfStale({ only: ["console"] });
    await using console = await startConsole({ consoleFiles: createConsoleFiles(dist) });
    await using browser = await openBrowser({ service: console, sites: {} });
    const page = await browser.visit("about:blank");
    page.setDefaultTimeout(60_000);
    const device = await giveAuthenticator(page);
    await device.verifies(false);
    await page.goto(`${consoleUrl}/console/#link=${await console.link("viewer")}`);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByRole("alert").filter({ hasText: "The passkey was not accepted." }).waitFor();
    expect(await device.credentials()).toEqual([]);
    await page.getByRole("button", { name: "Not now" }).waitFor();
  });
});
