import type { Page } from "playwright-core";

/** Forbidden behaviour of a page: policy violations, errors, requests to other origins. */
export interface Watched {
  /** What was found since the last call. */
  found(): Promise<readonly string[]>;
}

/** Watches every document that a page loads. */
export async function watchConsole(page: Page): Promise<Watched> {
  const found: string[] = [];
  await page.exposeFunction("tellViolation", (what: string) => void found.push(what));
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    tellViolation(event.effectiveDirective + " refused " + event.blockedURI + " at " + event.sourceFile + ":" + event.lineNumber))`);
  page.on("pageerror", (error) => found.push(`error: ${String(error)}`));
  page.on("dialog", (dialog) => {
    // The gallery's viewer answers it.
    if (dialog.type() === "beforeunload") return;
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== "blob:" && !hostname.endsWith(".localhost")) found.push(`request: ${request.url()}`);
  });
  return {
    async found() {
      // The document's findings arrive over a channel; one more round trip ensures that none are still on the way.
      await page.evaluate("undefined");
      return found.splice(0);
    },
  };
}
