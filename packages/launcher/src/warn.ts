/** Tells the page author why there is no chat, or what was wrong with a call. */
export function warn(cause: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks for this warning
  console.warn("[ServiceChat]", (cause as Partial<Error> | undefined)?.message ?? cause);
}
