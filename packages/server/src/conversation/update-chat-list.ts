import { setTimeout as pause } from "node:timers/promises";
import type { ChatIndex } from "@servicechat/storage";

/** Between two parts of much work, so that visitors come first, in milliseconds. */
const restMs = 20;

/** Brings lists and search for operators up to date with what was said. */
export async function updateChatList(
  { chatIndex }: { readonly chatIndex: Pick<ChatIndex, "catchUp"> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await chatIndex.catchUp()))
    await pause(restMs, undefined, { signal }).catch(() => undefined);
}
