import {
  asObject,
  helloType,
  publicKeyId,
  readTicketClaims,
  welcomeType,
  type Welcome,
} from "@servicechat/contract";

/** The part of a window that the hand-over needs. */
interface FrameWindow {
  readonly parent: unknown;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** What the launcher handed over: the welcome, and the port for everything after it. */
export interface HandedOver {
  readonly welcome: Welcome;
  readonly port: MessageEvent["ports"][number];
}

/** What the frame's address declares, and how to speak to the page around it. */
interface HandOverParts {
  readonly window: FrameWindow;
  readonly keyId: string;
  readonly parentOrigin: string;
  /** Posts to the parent window; `origin` is the only origin that may read it. */
  readonly post: (message: unknown, origin: string) => void;
}

/**
 * Says hello to the page around the frame and waits for the one welcome that is true: from the parent window,
 * from the declared origin, with a ticket made for that origin and a key with the declared public id. Any other
 * message is ignored. `undefined` when there is no page around the frame.
 */
export async function handOver(parts: HandOverParts): Promise<HandedOver | undefined> {
  const { window, parentOrigin, post } = parts;
  if (window.parent === window || parentOrigin === "" || parentOrigin === "null") return undefined;
  return new Promise((resolve) => {
    function listen(event: MessageEvent): void {
      const handedOver = accept(event, parts);
      if (!handedOver) return;
      window.removeEventListener("message", listen);
      resolve(handedOver);
    }
    window.addEventListener("message", listen);
    post({ type: helloType }, parentOrigin);
  });
}

function accept(event: MessageEvent, parts: HandOverParts): HandedOver | undefined {
  if (event.source !== parts.window.parent || event.origin !== parts.parentOrigin) return undefined;
  const welcome = readWelcome(event.data);
  const port = event.ports[0];
  if (!welcome || !port || publicKeyId(welcome.key) !== parts.keyId) return undefined;
  return readTicketClaims(welcome.ticket)?.o === event.origin ? { welcome, port } : undefined;
}

/** The sender is known to be our launcher only after this and the ticket fit, so the shape is checked lightly. */
function readWelcome(data: unknown): Welcome | undefined {
  const welcome: Partial<Welcome> | undefined = asObject(data);
  const fits =
    welcome?.type === welcomeType &&
    typeof welcome.key === "string" &&
    typeof welcome.ticket === "string" &&
    typeof welcome.config === "object";
  return fits ? (welcome as Welcome) : undefined;
}
