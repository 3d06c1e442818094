import { helloType, welcomeType, type ToFrame, type ToLauncher, type Welcome } from "@servicechat/contract";
import { storageNames } from "../../src/session/persisted-value.ts";
import type { GalleryState } from "../state.ts";
import { keyIdFor, sceneFor } from "../states.ts";
import { ticketFor } from "../ticket-for.ts";
import { createHand } from "./create-hand.ts";
import type { Look } from "./look.ts";
import { showPage } from "./show-page.ts";

/** Loads the chat into the frame as the launcher does, and reaches the state. Rejects if it is not reached. */
export async function showState(frame: HTMLIFrameElement, state: GalleryState, look: Look): Promise<void> {
  const keyId = keyIdFor(state, Math.floor(Math.random() * 1e9));
  const { origin } = location;
  forgetChats(keyIdFor(state, ""));
  if (state.page) return showPage(frame, state, look);
  if (state.scene?.history) localStorage.setItem(storageNames(keyId, origin)("token"), "st_fake");
  const port = await shakeHands(frame, keyId, look);
  const chat = () => {
    if (!frame.contentDocument) throw new Error("The frame is gone.");
    return frame.contentDocument;
  };
  const hand = createHand(chat, (command: ToFrame) => port.postMessage(command));
  await state.act?.(hand);
  await hand.until(state.shows);
  // The part that formats a conversation is loaded once there is one.
  if (chat().querySelector(".said")) await hand.until(".time");
  if (look.dir) chat().documentElement.dir = look.dir;
  await chat().fonts.ready;
}

/** Chats of earlier visits would accumulate. */
function forgetChats(ofState: string): void {
  for (const name of Object.keys(localStorage))
    if (name.includes(`_${ofState}`)) localStorage.removeItem(name);
}

/** The launcher's part of the handshake. Resolves with its end of the channel once the chat is ready. */
async function shakeHands(frame: HTMLIFrameElement, keyId: string, look: Look): Promise<MessagePort> {
  const { origin } = location;
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<MessagePort>();
  port1.addEventListener("message", ({ data }: MessageEvent<ToLauncher>) => {
    if (data.type === "ready") resolve(port1);
  });
  port1.start();
  const listen = ({ source, data }: MessageEvent<{ type?: unknown }>) => {
    if (source !== frame.contentWindow || data.type !== helloType) return;
    frame.contentWindow?.postMessage(welcome(keyId, look), origin, [port2]);
  };
  window.addEventListener("message", listen);
  frame.src = `/chat/?key=${keyId}&parent=${encodeURIComponent(origin)}`;
  return promise;
}

function welcome(keyId: string, { theme, lang, brand, style }: Look): Welcome {
  const { config } = sceneFor(keyId);
  const branding = { ...config.branding, primaryColor: brand, style };
  return {
    type: welcomeType,
    key: `ak_${keyId}_gallery`,
    ticket: ticketFor(keyId, location.origin),
    config: { ...config, branding },
    lang,
    theme,
    open: false, // an open chat takes the keyboard focus, and there are many here
  };
}
