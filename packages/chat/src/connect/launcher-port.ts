import type { ToFrame } from "@servicechat/contract";

/** The effect of each command of the launcher. */
type Commands = {
  readonly [Type in ToFrame["type"]]?: (command: Extract<ToFrame, { readonly type: Type }>) => void;
};

/** Executes the launcher's commands from the port, in order. Unknown commands are ignored. */
export function followLauncher(port: MessagePort, commands: Commands): void {
  port.addEventListener("message", ({ data }: MessageEvent<ToFrame>) => {
    const command = Object.hasOwn(commands, data.type) ? commands[data.type] : undefined;
    // Each entry accepts the command that it is named after, which the lookup by name ensures.
    (command as ((command: ToFrame) => void) | undefined)?.(data);
  });
  port.start();
}

/** The page around the frame, as far as the model may know it. */
interface PageNow {
  readonly title: string;
  readonly url: string;
}

/** Asks the launcher which page it is on. */
interface PageReader {
  /** The current page. `undefined` if the launcher does not answer: messages wait for it only briefly. */
  read(): Promise<PageNow | undefined>;
  /** Called with the launcher's answer. */
  receive(page: PageNow): void;
}

/** Milliseconds that a message waits for the launcher, which answers immediately. */
const moment = 500;

/** Creates the reader. `ask` sends the question to the launcher, whose answer is passed to `receive`. */
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
