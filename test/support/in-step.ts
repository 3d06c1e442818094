import type { Frame, Page } from "playwright-core";
import { openChat } from "./start-widget.ts";
import { untilTrue } from "./until-true.ts";

const hasCome =
  "performance.getEntriesByType('resource').some(({ name, responseEnd }) => /assets\\/menu-and-tabs-.*js/.test(name) && responseEnd > 0)";

/** Waits for the part that stores past chats and keeps tabs in step. */
export const inStep = (chat: Frame): Promise<void> => untilTrue(chat, hasCome);

/** Clicks the bubble for a visitor who has said nothing yet, and waits for that part. */
export async function openChatInStep(page: Page): Promise<Frame> {
  const chat = await openChat(page);
  await chat.getByText("Hi! How can we help?").waitFor();
  await inStep(chat);
  return chat;
}
