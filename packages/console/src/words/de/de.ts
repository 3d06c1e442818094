import type { Words } from "../words.ts";
import { agents } from "./agents.ts";
import { answers } from "./answers.ts";
import { chats } from "./chats.ts";
import { common } from "./common.ts";
import { enter } from "./enter.ts";
import { gaps } from "./gaps.ts";
import { home } from "./home.ts";
import { inbox } from "./inbox.ts";
import { keys } from "./keys.ts";
import { notifications } from "./notifications.ts";
import { settings } from "./settings.ts";
import { tests } from "./tests.ts";
import { usage } from "./usage.ts";
import { vocabulary } from "./vocabulary.ts";

/** German. */
export const de: Words = {
  lang: "de",
  agents,
  answers,
  chats,
  common,
  enter,
  gaps,
  home,
  inbox,
  keys,
  notifications,
  settings,
  tests,
  usage,
  vocabulary,
};
