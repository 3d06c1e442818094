/**
 * What a model reads about a call that the visitor was asked about. Chats and tests of agents use the same texts,
 * so that tests see what visitors get.
 */
export const callResults = {
  confirmed: "The visitor confirmed it. The service makes this call once, now.",
  refused: "Not run: the visitor did not confirm it.",
  /** The visitor has said something else, and the card with its buttons is still there. */
  undecided:
    "Not run: the visitor has neither confirmed nor declined it yet, and still sees the request with its two buttons. " +
    "Respond to what the visitor says next. Call this again only for another input, which takes the place of the " +
    "request. Only the buttons decide: if the visitor agrees or declines in words, say that they should press one.",
  insteadOfChoosing:
    "The visitor wrote this instead of choosing an option. Where it asks for something else, respond to that.",
} as const;
