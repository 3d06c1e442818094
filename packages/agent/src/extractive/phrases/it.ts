import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Italian. */
export const it: Phrases = {
  greeting: "Buongiorno! Faccia una domanda e cercherò la risposta in queste pagine.",
  thanks: "Prego! Desidera sapere altro?",
  farewell: "Arrivederci! Torni quando ha una domanda.",
  acknowledgement: "Bene. Desidera sapere altro?",
  about:
    "Sono l’assistente della chat di questo sito. Rispondo con passi delle sue pagine, parola per parola, e ne indico la fonte. Chieda con parole sue; poche parole chiave danno i risultati migliori.",
  nothingFound:
    "Qui non ho trovato nulla in proposito. Provi con altre parole, come il nome del prodotto o dell’argomento.",
  closest: "Non ne ho la certezza, ma questo è ciò che più si avvicina:",
  unsure: "Non ho trovato qui la risposta.",
  mayHelp: "Queste sezioni potrebbero essere utili:",
  related: relatedHeadings.it,
  source: "Fonte:",
  searchedFor: "Ho cercato «{query}».",
  noKnowledge: "Non ho ancora contenuti su cui basare una risposta.",
  searchFailed: "In questo momento non ho potuto cercare. Riprovi tra un momento.",
  requestMade: "Fatto.",
  requestFailed: "Non ha funzionato. Non so dire se qualcosa sia cambiato.",
  notSent: "Non è stato inviato nulla.",
  whichTopic: "La domanda può riguardare più argomenti. Quale intende?",
  topicHeader: "Argomento",
  otherLanguage: "Queste pagine sono in {language}.",
};
