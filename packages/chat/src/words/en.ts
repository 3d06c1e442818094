import { numbersIn } from "./numbers-in.ts";

const { number, counted } = numbersIn("en");
const over = counted({ one: "# character over the limit", other: "# characters over the limit" });
const left = counted({ one: "# character left", other: "# characters left" });

/** The texts that the first screen may need, in English; those of lazily loaded parts are in separate files. */
export const en = {
  lang: "en",
  dir: "ltr",
  widget: (name: string): string => `Chat: ${name}`,
  conversation: "Conversation",
  messages: "Messages",
  cancel: "Cancel",
  close: "Close chat",
  greeting: "How can we help?",
  aiNotice: "You're chatting with an AI. It can make mistakes.",
  learnMore: "Learn more",
  ai: "AI",
  person: "Person",
  starters: "Suggested questions",
  composer: "Your message",
  promptHint: "Ask a question",
  send: "Send message",
  stop: "Stop answering",
  stopped: "You stopped this answer.",
  incomplete: "This answer was cut off.",
  truncated: "This answer reached its length limit.",
  filtered: "This answer was ended by a content filter. Try asking in other words.",
  tooLong: (more: number): string => (more < 0 ? over(-more) : left(more)),
  you: "You said:",
  agent: (name: string): string => `${name} said:`,
  retry: "Retry",
  failed: "Something went wrong. Please try again.",
  lost: "Connection lost. Check your network and try again.",
  reconnecting: "Connection lost. Reconnecting…",
  offline: "You seem to be offline. The chat will resume when you're back online.",
  unsent: "Will be sent when you're back online",
  waiting: (seconds: number): string => `We're busy right now. Trying again in ${number(seconds)} s`,
  busy: (seconds: number): string =>
    `Still answering your earlier messages. Trying again in ${number(seconds)} s`,
  away: (seconds: number): string =>
    `The service is temporarily unavailable. Trying again in ${number(seconds)} s`,
  unformatted: "Answers appear unformatted until the rest of the chat has loaded.",
  unavailable: "This chat isn't available here.",
  outside: "This chat only works inside a web page.",
  loading: "Loading conversation…",
  actions: "Available actions",
  goAhead: "Do you want to go ahead?",
  go: "Continue",
  opensNewTab: "opens in a new tab",
  loadingControl: "Just a moment",
  yes: "Yes",
  no: "No",
  attribution: "Powered by ServiceChat",
} as const satisfies Record<string, string | ((value: never) => string)>;
