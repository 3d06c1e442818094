import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Polish. */
export const pl: Phrases = {
  greeting: "Dzień dobry! Zadaj pytanie, a poszukam odpowiedzi na tych stronach.",
  thanks: "Proszę bardzo! Czy mogę pomóc w czymś jeszcze?",
  farewell: "Do widzenia! Zapraszam ponownie z kolejnym pytaniem.",
  acknowledgement: "Dobrze. Czy mogę pomóc w czymś jeszcze?",
  about:
    "Jestem asystentem czatu tej witryny. Odpowiadam dosłownymi fragmentami jej stron i podaję ich źródło. Pytaj własnymi słowami; najlepiej sprawdza się kilka słów kluczowych.",
  nothingFound:
    "Nie udało mi się znaleźć tu nic na ten temat. Spróbuj innych słów, na przykład nazwy produktu lub tematu.",
  closest: "Nie mam pewności, ale to jest najbliższe pytaniu:",
  unsure: "Nie udało mi się znaleźć tu odpowiedzi.",
  mayHelp: "Te sekcje mogą pomóc:",
  related: relatedHeadings.pl,
  source: "Źródło:",
  searchedFor: "Szukana fraza: „{query}”.",
  noKnowledge: "Nie mam jeszcze treści, na podstawie których można by odpowiedzieć.",
  searchFailed: "Nie udało się teraz tego wyszukać. Zapytaj ponownie za chwilę.",
  requestMade: "Gotowe.",
  requestFailed: "Nie udało się. Nie wiem, czy coś zostało zmienione.",
  notSent: "Nic nie zostało wysłane.",
  whichTopic: "Pytanie może dotyczyć kilku tematów. O który chodzi?",
  topicHeader: "Temat",
  otherLanguage: "Język tych stron: {language}.",
};
