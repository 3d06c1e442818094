import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { openChat } from "./start-widget.ts";

const hasCome =
  "performance.getEntriesByType('resource').some(({ name, responseEnd }) => /all-device.*js/.test(name) && responseEnd > 0)";

/**
 * The part has come that keeps past chats, and a tab in step. It is asked for from outside each time: what Playwright asks
 * again by itself, the frame's policy forbids.
 */
export const inStep = (chat: Frame): Promise<void> =>
  expect.poll(() => chat.evaluate(hasCome), { interval: 20 }).toBe(true);

/** Presses the bubble of a visitor who has said nothing yet, and waits for that part. */
export async function openChatInStep(page: Page): Promise<Frame> {
  const chat = await openChat(page);
  await chat.getByText("Hi! How can we help?").waitFor();
  await inStep(chat);
  return chat;
}
