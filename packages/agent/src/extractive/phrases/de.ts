import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in German. */
export const de: Phrases = {
  greeting: "Hallo! Stellen Sie mir eine Frage, und ich suche die Antwort auf diesen Seiten.",
  thanks: "Gern geschehen! Möchten Sie noch etwas wissen?",
  farewell: "Auf Wiedersehen! Kommen Sie gern wieder, wenn Sie eine Frage haben.",
  acknowledgement: "Alles klar. Möchten Sie noch etwas wissen?",
  about:
    "Ich bin der Chat-Assistent dieser Website. Ich antworte mit wörtlichen Auszügen aus ihren Seiten und verlinke die Quelle. Fragen Sie in Ihren eigenen Worten; am besten funktionieren ein paar Stichwörter.",
  nothingFound:
    "Dazu habe ich hier nichts gefunden. Versuchen Sie es mit anderen Wörtern, etwa dem Namen des Produkts oder Themas.",
  closest: "Ich bin mir nicht sicher, aber das kommt am nächsten:",
  unsure: "Die Antwort darauf habe ich hier nicht gefunden.",
  mayHelp: "Diese Abschnitte könnten helfen:",
  related: relatedHeadings.de,
  source: "Quelle:",
  searchedFor: "Ich habe nach „{query}“ gesucht.",
  noKnowledge: "Mir liegen noch keine Inhalte vor, aus denen ich antworten könnte.",
  searchFailed: "Ich konnte das gerade nicht nachschlagen. Bitte fragen Sie gleich noch einmal.",
  requestMade: "Erledigt.",
  requestFailed: "Das hat nicht geklappt. Ich kann nicht sagen, ob sich etwas geändert hat.",
  notSent: "Es wurde nichts gesendet.",
  whichTopic: "Das könnte mehrere Themen betreffen. Welches meinen Sie?",
  topicHeader: "Thema",
  otherLanguage: "Diese Seiten sind auf {language}.",
};
