import type { BrowserContext, Page } from "playwright-core";
import { consoleUrl, type TestConsole } from "./start-console.ts";

/** A page of the console as seen by somebody who is signed in under this name, in a separate browser. */
export async function visitConsole(
  service: TestConsole,
  { path, name, context }: { readonly path: string; readonly name: string; readonly context: BrowserContext },
): Promise<Page> {
  const { cookie, me } = await service.signIn("responder");
  await service.ask("PUT", "/console/api/me/display-name", { cookie, body: { displayName: name } });
  const [cookieName = "", value = ""] = cookie.split("=");
  await context.addCookies([
    { name: cookieName, value, url: consoleUrl, secure: true, httpOnly: true, sameSite: "Strict" },
  ]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${consoleUrl}/console/${path}`);
  await page.locator(".person-button", { hasText: me.name }).waitFor();
  return page;
}
