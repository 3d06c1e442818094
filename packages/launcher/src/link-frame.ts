import { helloType } from "@servicechat/contract";
import type { paths, ToFrame, ToLauncher, Welcome } from "@servicechat/contract";
import type { Tag } from "./read-tag.ts";

const framePath: (typeof paths)["frame"] = "/chat/";

interface Parts {
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
export function linkFrame({ tag, welcome, hear, signal }: Parts) {
  const lasting = new Map<string, ToFrame>();
  let frame: HTMLIFrameElement | undefined;
  let waiting: ToFrame[] = [];
  let port: MessagePort | undefined;
  let ready = false;

  /** Makes the one frame, for the first who needs it: most visits to a page end without it. */
  function createFrame(): HTMLIFrameElement {
    frame = document.createElement("iframe");
    frame.allow = "clipboard-write";
    frame.referrerPolicy = "strict-origin";
    frame.sandbox.value =
      "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox";
    frame.src = `${tag.base}${framePath}?key=${tag.keyId}&parent=${encodeURIComponent(location.origin)}`;
    return frame;
  }

  /** The frame's document is gone: what is posted waits for the next. */
  function unlink() {
    port?.close();
    if (ready) waiting = [...lasting.values()];
    ready = false;
  }

  window.addEventListener(
    "message",
    ({ source, origin, data }: MessageEvent) => {
      const page = frame?.contentWindow;
      if (!page || source !== page || origin !== tag.origin || data?.type !== helloType) return;
      unlink();
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

  return {
    createFrame,
    unlink,
    /** Takes a message as it is now. @throws when it holds what cannot be cloned */
    post(message: ToFrame): void {
      const copy = structuredClone(message);
      if (/context|user/.test(copy.type)) lasting.set(copy.type, copy);
      if (ready) port?.postMessage(copy);
      else waiting.push(copy);
    },
  };
}
