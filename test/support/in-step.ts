import type { Frame, Page } from "playwright-core";
import { openChat } from "./start-widget.ts";
import { untilTrue } from "./until-true.ts";

const hasCome =
  "performance.getEntriesByType('resource').some(({ name, responseEnd }) => /assets\\/device-.*js/.test(name) && responseEnd > 0)";

/** The part has come that keeps past chats, and a tab in step. */
export const inStep = (chat: Frame): Promise<void> => untilTrue(chat, hasCome);

/** Presses the bubble of a visitor who has said nothing yet, and waits for that part. */
export async function openChatInStep(page: Page): Promise<Frame> {
  const chat = await openChat(page);
  await chat.getByText("Hi! How can we help?").waitFor();
  await inStep(chat);
  return chat;
}
