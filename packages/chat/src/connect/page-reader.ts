/** The page around the frame, as far as the model may know it. */
interface PageNow {
  readonly title: string;
  readonly url: string;
}

/** Asks the launcher what page it is on. */
interface PageReader {
  /** The page as it is now. `undefined` when the launcher says nothing: no message waits for it longer than a moment. */
  read(): Promise<PageNow | undefined>;
  /** The launcher's answer. */
  receive(page: PageNow): void;
}

/** Milliseconds that a message waits for what the launcher has to say, which it says at once. */
const moment = 500;

/** Makes the reader. `ask` sends the question to the launcher, whose answer comes to `receive`. */
export function createPageReader(ask: () => void): PageReader {
  let waiting: ((page: PageNow | undefined) => void)[] = [];
  const settle = (page: PageNow | undefined): void => {
    const asked = waiting;
    waiting = [];
    for (const resolve of asked) resolve(page);
  };
  return {
    read: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        ask();
        setTimeout(() => resolve(undefined), moment);
      }),
    receive: settle,
  };
}
