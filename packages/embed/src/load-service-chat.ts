import type { ServiceChat } from "@servicechat/launcher/service-chat";
import { beginLife, type Life } from "./begin-life.ts";
import { isSameChat, type ChatOptions } from "./chat-options.ts";

/** The chat that the page has, and who wants it there. */
interface Standing {
  readonly life: Life;
  readonly holders: Set<Holder>;
  /** The page requested it itself: no component's end removes it. */
  isKept: boolean;
}

interface Holder {
  readonly options: ChatOptions;
  /** Has it take the chat that the page has now. */
  readonly again: () => void;
}

let standing: Standing | undefined;
/** Kept once nothing of an earlier chat can come back. */
let earlierIsGone: Promise<void> = Promise.resolve();

/**
 * Loads the chat and resolves with its `window.ServiceChat` once the widget is on the page. A page has one chat: however
 * often this is called, it is loaded once, with the options of the first call. After `destroy()`, or after a failure, the
 * next call loads it again.
 *
 * The promise is rejected, with an error that says why, if the script cannot be loaded, if the service refuses the page
 * its configuration, or if there is no document.
 *
 * @example
 * const chat = await loadServiceChat({ src: "https://chat.example.com/launcher.js", agentKey: "ak_..." });
 * chat.on("unread", ({ count }) => showBadge(count));
 */
export function loadServiceChat(options: ChatOptions): Promise<ServiceChat> {
  if (typeof document === "undefined")
    return Promise.reject(new Error("loadServiceChat() needs a page: there is no document here."));
  const found = stand(options);
  found.isKept = true;
  return found.life.ready;
}

/**
 * Keeps the chat on the page for as long as it has a holder. Once none of its holders wants this one any longer, the
 * requested one replaces it.
 *
 * @param again called when another one has replaced it, to take that
 * @returns `leave` ends this holding
 */
export function takeLife(options: ChatOptions, again: () => void): { readonly life: Life; leave(): void } {
  const others = standing && !isWanted(standing, options) ? [...standing.holders] : undefined;
  if (others) endStanding();
  const taken = stand(options);
  const holder = { options, again };
  taken.holders.add(holder);
  for (const other of others ?? []) other.again();
  return {
    life: taken.life,
    leave() {
      taken.holders.delete(holder);
      // Taking it again immediately continues the same chat: after a route change, or in React's strict mode.
      queueMicrotask(() => {
        if (taken === standing && isUnwanted(taken)) endStanding();
      });
    },
  };
}

function stand(options: ChatOptions): Standing {
  if (standing) return standing;
  const life = beginLife(options, earlierIsGone, () => {
    if (standing?.life === life) standing = undefined;
  });
  return (standing = { life, holders: new Set(), isKept: false });
}

function isUnwanted({ holders, isKept }: Standing): boolean {
  return holders.size === 0 && !isKept;
}

/** Whether the page, one of those who hold it, or who asks now wants the chat that is there. */
function isWanted({ life, holders, isKept }: Standing, asked: ChatOptions): boolean {
  const wanted = [asked, ...Array.from(holders, ({ options }) => options)];
  return isKept || wanted.some((options) => isSameChat(options, life.options));
}

function endStanding(): void {
  if (standing) earlierIsGone = standing.life.end();
  standing = undefined;
}
