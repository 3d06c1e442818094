import type { Frame, Page } from "playwright-core";
import { untilTrue } from "./until-true.ts";

/** What was drawn has come to its place: nothing is animated any more. */
export const atRest = (where: Frame | Page): Promise<void> =>
  untilTrue(where, "document.getAnimations().length === 0");
