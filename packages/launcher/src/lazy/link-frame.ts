import { helloType, type paths, type ToFrame, type ToLauncher, type Welcome } from "@servicechat/contract";
import type { Tag } from "../read-tag.ts";

type AfterSlash<Path> = Path extends `/${infer Rest}` ? Rest : never;
/** The contract's path, without the slash at the end of the base address. */
const framePath: AfterSlash<(typeof paths)["frame"]> = "chat/";

interface Dependencies {
  readonly document: Document;
  readonly tag: Tag;
  /** The content of the handshake, at the time it happens. */
  readonly welcome: () => Welcome | undefined;
  readonly hear: (message: ToLauncher) => void;
  readonly signal: AbortSignal;
}

/**
 * The frame and the only port to it (the contract's `frame-messages.ts` has the steps). Messages wait until the
 * application is ready and arrive in the order they were posted. A frame that reloads because the page moved it gets a
 * new port, and lasting messages again.
 */
export function linkFrame({ tag, document, welcome, hear, signal }: Dependencies) {
  const { origin: service } = new URL(tag.base);
  const frame = document.createElement("iframe");
  const hearHello = insistOnFrame(frame, signal);
  let waiting: ToFrame[] = [];
  let port: MessagePort | undefined;
  let ready = false;
  /** The page's context, which is not part of the welcome. */
  let context: readonly ToFrame[] = [];

  frame.allow = "clipboard-write";
  frame.referrerPolicy = "strict-origin";
  frame.sandbox.value =
    "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox";
  // The URL of a document that a page wrote itself has no origin; the document has the page's.
  frame.src = `${tag.base}${framePath}?key=${tag.keyId}&parent=${encodeURIComponent(self.origin)}`;

  /** The frame's document is gone: messages wait for the next. */
  function unlink() {
    port?.close();
    if (ready) waiting = [...context];
    ready = false;
  }

  addEventListener(
    "message",
    ({ source, origin, data }: MessageEvent) => {
      const page = frame.contentWindow;
      if (!page || source !== page || origin !== service || data?.type !== helloType) return;
      unlink();
      hearHello();
      const { port1, port2 } = new MessageChannel();
      port = port1;
      port1.onmessage = (event: MessageEvent<ToLauncher>) => {
        if (event.data.type === "ready") {
          ready = true;
          for (const message of waiting.splice(0)) port1.postMessage(message);
        }
        hear(event.data);
      };
      page.postMessage(welcome(), origin, [port2]);
    },
    { signal },
  );
  signal.addEventListener("abort", unlink);

  function post(message: ToFrame): void {
    const { type } = message;
    if (type === "context") context = [message];
    if (ready) return port?.postMessage(message);
    // Of settings, only the last one before each message matters.
    const said = waiting.map((each) => each.type).lastIndexOf("send");
    if (/context|user|theme|locale/.test(type))
      waiting = waiting.filter((each, at) => at < said || each.type !== type);
    waiting.push(message);
  }

  return { frame, unlink, post };
}

/**
 * Requests the frame's document again if one arrived but stays silent: the network was away, or, during an upgrade, its
 * script was requested from another node, of another version.
 *
 * @returns call this when the document has said hello
 */
function insistOnFrame(frame: HTMLIFrameElement, signal: AbortSignal): () => void {
  /** How often a frame is requested again before only the network's return is a reason to. */
  const patience = 8;
  let isSilent = false;
  let hasSpoken = false;
  let losses = 0;
  let timer: ReturnType<typeof setTimeout>;

  function check(): void {
    // A lazy frame that has not been visible yet has an empty document.
    isSilent = !hasSpoken && frame.contentDocument?.URL !== "about:blank";
    hasSpoken = false;
    if (isSilent && losses++ < patience) askAgain();
  }

  function askAgain(): void {
    if (isSilent) frame.contentWindow?.location.replace(frame.src);
  }

  // Its message may arrive after the load event.
  frame.onload = () => {
    clearTimeout(timer);
    timer = setTimeout(check, Math.min(1_000 * 2 ** losses, 15_000));
  };
  addEventListener("online", askAgain, { signal });

  return () => {
    hasSpoken = true;
    isSilent = false;
    losses = 0;
  };
}
