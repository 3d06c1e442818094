import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Dutch. */
export const nl: Phrases = {
  greeting: "Hallo! Stel me een vraag, dan zoek ik het antwoord op deze pagina’s.",
  thanks: "Graag gedaan! Wilt u nog iets weten?",
  farewell: "Tot ziens! Kom gerust terug als u een vraag hebt.",
  acknowledgement: "Goed. Wilt u nog iets weten?",
  about:
    "Ik ben de chatassistent van deze site. Ik antwoord met letterlijke stukken uit de pagina’s en verwijs naar de bron. Vraag het in uw eigen woorden; een paar trefwoorden werken het best.",
  nothingFound:
    "Daarover heb ik hier niets gevonden. Probeer andere woorden, zoals de naam van het product of het onderwerp.",
  closest: "Ik weet het niet zeker, maar dit komt het dichtst in de buurt:",
  unsure: "Ik heb het antwoord hier niet gevonden.",
  mayHelp: "Deze onderdelen kunnen helpen:",
  related: relatedHeadings.nl,
  source: "Bron:",
  searchedFor: "Ik heb gezocht naar ‘{query}’.",
  noKnowledge: "Ik heb nog geen informatie om vragen mee te beantwoorden.",
  searchFailed: "Ik kon het nu niet opzoeken. Stel uw vraag straks opnieuw.",
  requestMade: "Gelukt.",
  requestFailed: "Dat is niet gelukt. Ik kan niet zeggen of er iets is veranderd.",
  notSent: "Er is niets verstuurd.",
  whichTopic: "Dit kan over verschillende onderwerpen gaan. Welk onderwerp bedoelt u?",
  topicHeader: "Onderwerp",
  otherLanguage: "Deze pagina’s zijn in het {language}.",
};
