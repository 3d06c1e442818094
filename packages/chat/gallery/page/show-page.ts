import type { GalleryState } from "../state.ts";
import { createHand } from "./create-hand.ts";
import { queryOf, type Look } from "./look.ts";

/** Loads a shop's page into the frame, where the launcher adds the chat, and reaches the state. */
export async function showPage(frame: HTMLIFrameElement, state: GalleryState, look: Look): Promise<void> {
  frame.src = `/shop?only=${state.name}&${queryOf(look)}`;
  const inPage = createHand(() => frame.contentDocument ?? document, refuse);
  await inPage.until("service-chat");
  const hand = createHand(() => rootOf(frame) ?? document, refuse);
  await state.act?.(hand);
  await hand.until(state.shows);
  const chat = rootOf(frame)?.querySelector<HTMLIFrameElement>(".ready.open iframe");
  if (!chat) return;
  await createHand(() => chat.contentDocument ?? document, refuse).until(".composer textarea");
  await chat.contentDocument?.fonts.ready;
}

/** The shop's page makes it accessible. */
function rootOf(frame: HTMLIFrameElement): ShadowRoot | null | undefined {
  return frame.contentDocument?.querySelector("service-chat")?.shadowRoot;
}

function refuse(): never {
  throw new Error("The launcher tells the chat what there is to tell.");
}
