import { helloType } from "@servicechat/contract";
import type { paths, ToFrame, ToLauncher, Welcome } from "@servicechat/contract";
import type { Tag } from "../read-tag.ts";
import { insistOnFrame } from "./insist-on-frame.ts";

type AfterSlash<Path> = Path extends `/${infer Rest}` ? Rest : never;
/** The contract's own, without the slash that the base address ends with. */
const framePath: AfterSlash<(typeof paths)["frame"]> = "chat/";

interface Parts {
  readonly document: Document;
  readonly tag: Tag;
  /** What the frame is told at the hand-over, as it stands then. */
  readonly welcome: () => Welcome | undefined;
  readonly hear: (message: ToLauncher) => void;
  readonly signal: AbortSignal;
}

/**
 * The frame and the one port to it (the steps are in the contract, `frame-messages.ts`). Messages wait until the
 * application is ready and arrive in the order they were posted. A frame that loads anew, because the page moved it,
 * gets a port of its own and is told again what it must not forget.
 */
export function linkFrame({ tag, document, welcome, hear, signal }: Parts) {
  const { origin: service } = new URL(tag.base);
  const frame = document.createElement("iframe");
  const hearHello = insistOnFrame(frame, signal);
  let waiting: ToFrame[] = [];
  let port: MessagePort | undefined;
  let ready = false;
  /** What the page has said of itself, which no welcome tells. */
  let context: readonly ToFrame[] = [];

  frame.allow = "clipboard-write";
  frame.referrerPolicy = "strict-origin";
  frame.sandbox.value =
    "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox";
  // The address of a document that a page wrote itself has no origin; the document has the page's.
  frame.src = `${tag.base}${framePath}?key=${tag.keyId}&parent=${encodeURIComponent(self.origin)}`;

  /** The frame's document is gone: what is posted waits for the next. */
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
    // Of what is set, only the last counts for what is said after it.
    const said = waiting.map((each) => each.type).lastIndexOf("send");
    if (/context|user|theme|locale/.test(type))
      waiting = waiting.filter((each, at) => at < said || each.type !== type);
    waiting.push(message);
  }

  return { frame, unlink, post };
}
