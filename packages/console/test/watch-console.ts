import type { Page } from "playwright-core";

/** What a page did that it must not do: policy violations, errors, requests to other places. */
export interface Watched {
  /** What was found since it was last asked. */
  found(): Promise<readonly string[]>;
}

/** Watches every document that a page will load. */
export async function watchConsole(page: Page): Promise<Watched> {
  const found: string[] = [];
  await page.exposeFunction("tellViolation", (what: string) => void found.push(what));
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    tellViolation(event.effectiveDirective + " refused " + event.blockedURI + " at " + event.sourceFile + ":" + event.lineNumber))`);
  page.on("pageerror", (error) => found.push(`error: ${String(error)}`));
  page.on("dialog", (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== "blob:" && !hostname.endsWith(".localhost")) found.push(`request: ${request.url()}`);
  });
  return {
    async found() {
      // What the document has seen comes over a channel that is asked once more, so that nothing is still under way.
      await page.evaluate("undefined");
      return found.splice(0);
    },
  };
}
