/** Runs what a page gave us. If it throws, the page sees the error as its own, and the launcher goes on. */
export function isolate(action: () => void): void {
  try {
    action();
  } catch (cause) {
    queueMicrotask(() => {
      throw cause;
    });
  }
}
