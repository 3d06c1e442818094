import { relatedHeadings } from "@servicechat/contract";

/** The extractive model's own texts. Everything else is quoted from the knowledge. */
export const en = {
  greeting: "Hello! Ask me a question, and I'll look for the answer in these pages.",
  thanks: "You're welcome! Is there anything else you'd like to know?",
  farewell: "Goodbye! Come back whenever you have a question.",
  acknowledgement: "Great! Is there anything else you'd like to know?",
  about:
    "I'm this site's chat assistant. I answer with word-for-word passages from its pages and link to where they come from. Ask in your own words; a few keywords work best.",
  nothingFound:
    "I couldn't find anything about that here. Try different words, such as the name of a product or topic.",
  closest: "I'm not sure, but this is the closest I found:",
  unsure: "I couldn't find the answer to that here.",
  mayHelp: "These sections may help:",
  related: relatedHeadings.en,
  source: "Source:",
  searchedFor: "I looked for “{query}”.",
  noKnowledge: "I don't have anything to answer from yet, so I can't help with that.",
  searchFailed: "I couldn't look that up just now. Please try again in a moment.",
  requestMade: "Done.",
  requestFailed: "That didn't work. I can't tell whether anything changed.",
  notSent: "Nothing was sent.",
  whichTopic: "This could be about several topics. Which one do you mean?",
  topicHeader: "Topic",
  otherLanguage: "These pages are in {language}.",
} as const;
