let asked = false;

/**
 * Lets this process end cleanly on a signal, since Vitest ends its workers with SIGTERM: open browsers end with it, and
 * their profiles are removed. Playwright would close them one after the other, which takes longer than Vitest waits;
 * start its browsers with `handleSIGTERM: false`.
 */
export function endBrowsersWithProcess(): void {
  if (asked) return;
  asked = true;
  process.once("SIGTERM", () => process.exit());
}
