import type { Sentences } from "./sentences.ts";

/** The sentences in German. */
export const de: Sentences = {
  greeting: "Hallo! Stellen Sie mir eine Frage, und ich suche die Antwort in der Dokumentation.",
  thanks: "Gern geschehen! Möchten Sie noch etwas wissen?",
  farewell: "Auf Wiedersehen! Kommen Sie gern wieder, wenn Sie eine Frage haben.",
  acknowledgement: "Gut. Möchten Sie noch etwas wissen?",
  about:
    "Ich beantworte Fragen wörtlich mit Stellen aus der Dokumentation dieser Website und verlinke, woher sie stammen. Fragen Sie in Ihren eigenen Worten; wenige Stichwörter genügen.",
  nothingFound:
    "Dazu habe ich hier nichts gefunden. Versuchen Sie es mit anderen Wörtern, etwa dem Namen des Produkts oder Themas.",
  closest: "Ich bin mir nicht sicher, aber das kommt am nächsten:",
  unsure: "Ich bin mir bei der Antwort nicht sicher.",
  mayHelp: "Diese Abschnitte könnten helfen:",
  related: "Verwandte Themen:",
  source: "Quelle:",
  noKnowledge: "Ich habe noch keine Dokumentation, aus der ich antworten könnte.",
  searchFailed: "Ich konnte die Dokumentation gerade nicht durchsuchen. Bitte fragen Sie gleich noch einmal.",
  requestMade: "Erledigt.",
  requestFailed: "Das hat nicht geklappt. Ich kann nicht sagen, ob sich etwas geändert hat.",
  notSent: "Es wurde nichts gesendet.",
  whichTopic: "Das könnte mehrere Themen betreffen. Welches meinen Sie?",
  topicHeader: "Thema",
  otherLanguage: "Die Dokumentation hier ist auf {language}.",
};
