import type { ServiceChat } from "@servicechat/launcher/service-chat";
import { makeTag, type ChatOptions } from "./chat-options.ts";

/** One life of the chat on the page, from its tag to its end. */
export interface Life {
  readonly options: ChatOptions;
  /** `window.ServiceChat` as soon as the script has run. Pending forever if the life ends before. */
  readonly running: Promise<ServiceChat>;
  /** The same once the widget is on the page. Rejected if it never will be. */
  readonly ready: Promise<ServiceChat>;
  /** Takes the widget off the page with its tag. The promise is kept when nothing of it can come back. */
  end(): Promise<void>;
}

/**
 * Puts the tag on the page, or joins the chat that a tag of the page's own has put there.
 *
 * @param earlier kept once the life before this one can no longer touch the page
 * @param ended hears that the page took the chat away, or that it never came
 */
export function beginLife(options: ChatOptions, earlier: Promise<void>, ended: () => void): Life {
  let script: HTMLScriptElement | undefined;
  let isOver = false;

  const ran = earlier.then(async () => {
    const there = chatOnPage();
    if (isOver || there) return there;
    script = makeTag(options);
    await loadScript(script);
    return chatOnPage();
  });
  const running = ran.then((chat) => {
    if (isOver) return new Promise<never>(() => {});
    if (chat) return chat;
    throw new Error(
      `${String(options.src)} did not add a chat to the page. Is the agent key complete? See the browser console for the reason.`,
    );
  });
  const ready = running.then((chat) => untilReady(chat, over));
  ready.catch(over);

  function over(): void {
    if (isOver) return;
    isOver = true;
    script?.remove();
    ended();
  }

  return {
    options,
    running,
    ready,
    async end() {
      isOver = true;
      // A script that is removed before it has run still runs: only then can what it did be taken back.
      await ran.catch(() => undefined);
      // The chat goes with its tag, unless the page has its own tag for it by now; it notices that in a moment.
      script?.remove();
      await Promise.resolve();
    },
  };
}

/** Not the page's stub, nor an element or frame of that name, which is found in the window too but is not its own. */
function chatOnPage(): ServiceChat | undefined {
  const { ServiceChat } = Object.hasOwn(window, "ServiceChat") ? window : {};
  return ServiceChat && !("q" in ServiceChat) ? ServiceChat : undefined;
}

function loadScript(script: HTMLScriptElement): Promise<void> {
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () =>
      reject(
        new Error(
          `${script.src} could not be loaded: the service is down, or a script-src policy or a blocker forbids it.`,
        ),
      ),
    );
    document.head.append(script);
  });
}

/** @param over hears the end, before the chat was ready or after */
function untilReady(chat: ServiceChat, over: () => void): Promise<ServiceChat> {
  return new Promise((resolve, reject) => {
    chat.on("ready", () => resolve(chat));
    chat.on("destroyed", ({ message }) => {
      reject(new Error(typeof message === "string" ? message : "The chat was removed from the page."));
      over();
    });
  });
}
