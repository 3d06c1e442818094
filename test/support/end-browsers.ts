let asked = false;

/**
 * Lets this process end properly when it is told to, as Vitest tells its own with SIGTERM: browsers that are still open
 * end with it then, and their profiles are removed. Playwright would close them one after the other, which takes longer
 * than Vitest waits; its browsers are to be started with `handleSIGTERM: false`.
 */
export function endBrowsersWithProcess(): void {
  if (asked) return;
  asked = true;
  process.once("SIGTERM", () => process.exit());
}
