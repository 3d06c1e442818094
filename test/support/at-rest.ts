import type { Frame, Page } from "playwright-core";
import { untilTrue } from "./until-true.ts";

/** Waits until all animations have ended. */
export const atRest = (where: Frame | Page): Promise<void> =>
  untilTrue(where, "document.getAnimations().length === 0");
