/** What the extractive model says itself. Everything else is quoted from the knowledge. */
export const en = {
  greeting: "Hello! Ask me a question, and I'll look for the answer in the documentation.",
  thanks: "You're welcome! Is there anything else you'd like to know?",
  farewell: "Goodbye! Come back whenever you have a question.",
  acknowledgement: "Good. Is there anything else you'd like to know?",
  about:
    "I answer questions with passages from this site's documentation, word for word, and link to where they come from. Ask in your own words; a few keywords work best.",
  nothingFound:
    "I couldn't find anything about that here. Try other words, such as the name of the product or the topic.",
  closest: "I'm not sure, but this comes closest:",
  unsure: "I'm not sure of the answer.",
  mayHelp: "These sections may help:",
  related: "Related:",
  source: "Source:",
  noKnowledge: "I don't have any documentation to answer from yet, so I can't help with that.",
  searchFailed: "I couldn't search the documentation just now. Please ask again in a moment.",
  requestMade: "Done.",
  requestFailed: "That didn't work. I can't tell whether anything was changed.",
  notSent: "Nothing was sent.",
  whichTopic: "This could be about several topics. Which one do you mean?",
  topicHeader: "Topic",
  otherLanguage: "The documentation here is in {language}.",
} as const;
