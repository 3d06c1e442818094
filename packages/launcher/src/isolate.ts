/** Warns the page author: why there is no chat, or what was wrong with a call. */
export function warn(cause: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks for this warning
  console.warn("[ServiceChat]", (cause as Partial<Error> | undefined)?.message ?? cause);
}

/**
 * Runs something for the page. If it throws, a warning informs the page author, and neither the page nor the launcher
 * is affected.
 */
export function isolate(action: () => void): void {
  try {
    action();
  } catch (cause) {
    warn(cause);
  }
}
