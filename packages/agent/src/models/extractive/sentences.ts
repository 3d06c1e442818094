/** Everything the extractive model says in its own words. All else is quoted from the knowledge. */
export const sentences = {
  greeting: "Hello! Ask me a question, and I will look for the answer in the documentation.",
  thanks: "You are welcome! Ask me anything else you would like to know.",
  farewell: "Goodbye! Come back whenever you have a question.",
  acknowledgement: "Good. Is there anything else you would like to know?",
  about:
    "I answer questions with passages from this site's documentation, word for word, and name where they stand. " +
    "Ask in your own words; a few telling words work best.",
  nothingFound:
    "I could not find anything about that in the knowledge I have. " +
    "Perhaps other words help: try the name of the product or the topic.",
  closest: "I could not find an exact answer. This is the closest I have:",
  noKnowledge: "I have no knowledge to answer from, so I cannot help with that yet.",
  searchFailed: "I could not search the knowledge just now. Please ask again in a moment.",
  requestMade: "Done.",
  requestFailed: "That did not work. Whether anything was changed, I cannot say.",
  notSent: "Nothing was sent.",
  whichTopic: "This could be about several topics. Which one do you mean?",
  topicHeader: "Topic",
  source: "Source:",
} as const;
