import { numbersIn } from "./numbers-in.ts";

const { counted } = numbersIn("en");

/** The texts for people taking part, in English. */
export const enHandoff = {
  askPerson: "Talk to a person",
  backToAssistant: "Back to the assistant",
  personAsked: "A person has been asked to join",
  joined: (name: string): string => `${name} joined the chat`,
  left: (name: string): string => `${name} left the chat`,
  handedBack: "You're back with the assistant",
  nobodyCame: "Nobody was available",
  personTyping: (name: string): string => `${name} is typing`,
  waitingForPerson: "Waiting for a person",
  nextInQueue: "You are next",
  peopleBefore: counted({ one: "# person is before you", other: "# people are before you" }),
  waitingDetail: "You'll see it here when somebody joins. You can keep writing in the meantime.",
  talkingTo: (name: string): string => `You're talking to ${name}`,
  messageTo: (name: string): string => `Message ${name}…`,
  answersAtOnce: "Usually answers at once",
  wantPerson: "Would you rather talk to a person?",
  nobodyThere: "Nobody is available right now.",
  thereAgain: (when: string): string => `Available again: ${when}`,
  leaveAddress: "Leave your email address to get an answer by email.",
  emailAddress: "Email address",
  sendAddress: "Send",
  addressWrong: "Enter an email address, such as name@example.com.",
  addressKept: (address: string): string => `Thank you. The answer will go to ${address}.`,
  mailedReply: "You have a reply in your chat",
  mailedDetail: "If the chat is open anywhere else, it will close there.",
  continueChat: "Continue this chat",
} as const satisfies Record<string, string | ((value: never) => string)>;
