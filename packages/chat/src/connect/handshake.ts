import {
  asObject,
  helloType,
  publicKeyId,
  readTicketClaims,
  welcomeType,
  type Welcome,
} from "@servicechat/contract";

/** The part of a window that the handshake needs. */
interface FrameWindow {
  readonly parent: unknown;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** The launcher's side of the handshake: the welcome, and the port for everything after it. */
export interface Handshake {
  readonly welcome: Welcome;
  readonly port: MessageEvent["ports"][number];
}

/** The declarations in the frame's URL, and how to send messages to the page around it. */
interface HandshakeDependencies {
  readonly window: FrameWindow;
  readonly keyId: string;
  readonly parentOrigin: string;
  /** Posts to the parent window; only `origin` may read it. */
  readonly post: (message: unknown, origin: string) => void;
}

/**
 * Says hello to the page around the frame and waits for the one valid welcome: from the parent window, from the
 * declared origin, with a ticket made for that origin and a key with the declared public id. Any other message is
 * ignored. `undefined` if there is no page around the frame.
 */
export async function shakeHands(dependencies: HandshakeDependencies): Promise<Handshake | undefined> {
  const { window, parentOrigin, post } = dependencies;
  if (window.parent === window || parentOrigin === "" || parentOrigin === "null") return undefined;
  return new Promise((resolve) => {
    function listen(event: MessageEvent): void {
      const handshake = accept(event, dependencies);
      if (!handshake) return;
      window.removeEventListener("message", listen);
      resolve(handshake);
    }
    window.addEventListener("message", listen);
    post({ type: helloType }, parentOrigin);
  });
}

function accept(event: MessageEvent, dependencies: HandshakeDependencies): Handshake | undefined {
  if (event.source !== dependencies.window.parent || event.origin !== dependencies.parentOrigin)
    return undefined;
  const welcome = readWelcome(event.data);
  const port = event.ports[0];
  if (!welcome || !port || publicKeyId(welcome.key) !== dependencies.keyId) return undefined;
  return readTicketClaims(welcome.ticket)?.o === event.origin ? { welcome, port } : undefined;
}

/**
 * Only after this, and if the ticket matches, is the sender known to be our launcher, so the shape is checked loosely.
 */
function readWelcome(data: unknown): Welcome | undefined {
  const welcome: Partial<Welcome> | undefined = asObject(data);
  const fits =
    welcome?.type === welcomeType &&
    typeof welcome.key === "string" &&
    typeof welcome.ticket === "string" &&
    typeof welcome.config === "object";
  return fits ? (welcome as Welcome) : undefined;
}
