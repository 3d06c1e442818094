import type { Frame } from "playwright-core";
import { untilTrue } from "./until-true.ts";

/** The part has come that keeps past chats, and a tab in step. */
export const inStep = (chat: Frame): Promise<void> =>
  untilTrue(
    chat,
    "performance.getEntriesByType('resource').some(({ name, responseEnd }) => /all-device.*js/.test(name) && responseEnd > 0)",
  );
