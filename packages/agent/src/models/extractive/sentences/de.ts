import type { Sentences } from "./sentences.ts";

/** The sentences in German. */
export const de: Sentences = {
  greeting: "Hallo! Stellen Sie mir eine Frage, und ich suche die Antwort auf diesen Seiten.",
  thanks: "Gern geschehen! Möchten Sie noch etwas wissen?",
  farewell: "Auf Wiedersehen! Kommen Sie gern wieder, wenn Sie eine Frage haben.",
  acknowledgement: "Gut. Möchten Sie noch etwas wissen?",
  about:
    "Ich beantworte Fragen wörtlich mit Stellen aus den Seiten dieser Website und verlinke, woher sie stammen. Fragen Sie in Ihren eigenen Worten; wenige Stichwörter genügen.",
  nothingFound:
    "Dazu habe ich hier nichts gefunden. Versuchen Sie es mit anderen Wörtern, etwa dem Namen des Produkts oder Themas.",
  closest: "Ich bin mir nicht sicher, aber das kommt am nächsten:",
  unsure: "Die Antwort darauf habe ich hier nicht gefunden.",
  mayHelp: "Diese Abschnitte könnten helfen:",
  related: "Verwandte Themen:",
  source: "Quelle:",
  searchedFor: "Ich habe nach „{query}“ gesucht.",
  noKnowledge: "Ich habe noch nichts, woraus ich antworten könnte.",
  searchFailed: "Ich konnte gerade nicht nachsehen. Bitte fragen Sie gleich noch einmal.",
  requestMade: "Erledigt.",
  requestFailed: "Das hat nicht geklappt. Ich kann nicht sagen, ob sich etwas geändert hat.",
  notSent: "Es wurde nichts gesendet.",
  whichTopic: "Das könnte mehrere Themen betreffen. Welches meinen Sie?",
  topicHeader: "Thema",
  otherLanguage: "Diese Seiten sind auf {language}.",
};
