import { agents } from "./agents.ts";
import { agentTests } from "./agent-tests.ts";
import { approvedAnswers } from "./approved-answers.ts";
import { chats } from "./chats.ts";
import { common } from "./common.ts";
import { signIn } from "./sign-in.ts";
import { gaps } from "./gaps.ts";
import { home } from "./home.ts";
import { inbox } from "./inbox.ts";
import { keys } from "./keys.ts";
import { notifications } from "./notifications.ts";
import { settings } from "./settings.ts";
import { usage } from "./usage.ts";
import { vocabulary } from "./vocabulary.ts";

/** English: the language that the others are translated from. */
export const en = {
  lang: "en",
  agents,
  agentTests,
  approvedAnswers,
  chats,
  common,
  signIn,
  gaps,
  home,
  inbox,
  keys,
  notifications,
  settings,
  usage,
  vocabulary,
};
