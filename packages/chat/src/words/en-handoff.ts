/** The words of a person taking part, in English. */
export const enHandoff = {
  backToAssistant: "Back to the assistant",
  personAsked: "A person has been asked to join",
  joined: (name: string): string => `${name} joined the chat`,
  left: (name: string): string => `${name} left the chat`,
  handedBack: "You're back with the assistant",
  nobodyCame: "Nobody was available",
  personTyping: (name: string): string => `${name} is typing`,
  waitingForPerson: "Waiting for a person",
  waitingDetail: "You'll see it here when somebody joins. You can keep writing in the meantime.",
  talkingTo: (name: string): string => `You're talking to ${name}`,
} as const satisfies Record<string, string | ((value: never) => string)>;
