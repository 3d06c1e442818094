import { agentTests } from "../../agent-tests/words.en.ts";
import { agents } from "../../agents/words.en.ts";
import { approvedAnswers } from "../../approved-answers/words.en.ts";
import { audit } from "../../settings/audit/words.en.ts";
import { chats } from "../../chats/words.en.ts";
import { gaps } from "../../gaps/words.en.ts";
import { home } from "../../home/words.en.ts";
import { inbox } from "../../inbox/words.en.ts";
import { install } from "../../agents/install/words.en.ts";
import { keys } from "../../keys/words.en.ts";
import { knowledge } from "../../agents/knowledge/words.en.ts";
import { newAgent } from "../../agents/new/words.en.ts";
import { notifications, settings } from "../../settings/words.en.ts";
import { palette } from "../palette/words.en.ts";
import { signIn } from "../../sign-in/words.en.ts";
import { usage } from "../../usage/words.en.ts";
import { vocabulary } from "./vocabulary.en.ts";

/** Texts of every page. */
const common = {
  product: "ServiceChat",
  home: "Home",
  inbox: "Inbox",
  chats: "Chats",
  gaps: "Gaps",
  answers: "Answers",
  agents: "Agents",
  tests: "Tests",
  usage: "Usage",
  keys: "Keys",
  settings: "Settings",
  more: "More",
  navigation: "Pages",
  skip: "Skip to content",
  signOut: "Sign out",
  theme: "Appearance",
  themeSystem: "System",
  themeLight: "Light",
  themeDark: "Dark",
  density: "Density",
  densityComfortable: "Comfortable",
  densityCompact: "Compact",
  language: "Language",
  browserLanguage: "Browser language",
  loading: "Loading…",
  loadMore: "Show more",
  retry: "Try again",
  reload: "Reload",
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  saved: "Saved",
  copy: "Copy",
  copied: "Copied",
  copyId: "Copy ID",
  done: "Done",
  optional: "optional",
  never: "never",
  none: "none",
  all: "All",
  openNewTab: "opens in a new tab",
  offline: "Offline. Reconnecting…",
  livePaused: "Live updates are paused. Trying again…",
  failedTitle: "This could not be loaded",
  failedNetwork: "The service could not be reached. Check your connection, then try again.",
  failedOther: (detail: string) => detail,
  notFoundTitle: "Page not found",
  notFoundText: "This page does not exist, or it belongs to an agent that you are not allowed to see.",
  roleTitle: "Your role does not allow this",
  roleText: (role: string) => `You need the “${role}” role for this page. Ask an owner for it.`,
  changedMeanwhile: "Somebody else has changed this in the meantime. Reload, then repeat your change.",
  toHome: "Go to Home",
  source: (number: number) => `Source ${number}`,
  sourceList: "Sources",
  code: "Code",
  table: "Table",
  now: "just now",
};

/** English: the language that the others are translated from. */
export const en = {
  lang: "en",
  agents,
  agentTests,
  approvedAnswers,
  audit,
  chats,
  common,
  signIn,
  gaps,
  home,
  inbox,
  install,
  keys,
  knowledge,
  newAgent,
  notifications,
  palette,
  settings,
  usage,
  vocabulary,
};
