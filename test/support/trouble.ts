import type { BrowserContext, Page } from "playwright-core";

/** What no test may cause unnoticed: foreign requests, uncaught errors, console errors, policy violations, dialogs. */
export interface Trouble {
  /** Everything unexpected so far. */
  unexpected(): readonly string[];
  /** Allows what matches, before or after it happens. */
  expect(pattern: RegExp): void;
  /** Resets it for the next test in the same browser. */
  forget(): void;
}

/** Runs in every document and frame, before its own scripts. */
const reportViolations = `addEventListener("securitypolicyviolation", (violation) =>
  console.error("policy violation: " + violation.violatedDirective + " " + violation.blockedURI));`;

/** Watches every page of a browser. Hosts are compared by name; `data:` and `blob:` are not requests. */
export async function watchForTrouble(
  context: BrowserContext,
  allowedHosts: ReadonlySet<string>,
): Promise<Trouble> {
  const seen: string[] = [];
  const expected: RegExp[] = [];

  function watch(page: Page) {
    page.on("pageerror", (error) => seen.push(`page error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error")
        seen.push(`console error: ${message.text()} (${message.location().url})`);
    });
    page.on("dialog", (dialog) => {
      seen.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  context.on("page", watch);
  for (const page of context.pages()) watch(page);
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(url.protocol) && !allowedHosts.has(url.hostname)) {
      seen.push(`foreign request: ${url.href}`);
    }
  });
  await context.addInitScript({ content: reportViolations });

  return {
    unexpected: () => seen.filter((line) => !expected.some((pattern) => pattern.test(line))),
    expect: (pattern) => void expected.push(pattern),
    forget() {
      seen.length = 0;
      expected.length = 0;
    },
  };
}
