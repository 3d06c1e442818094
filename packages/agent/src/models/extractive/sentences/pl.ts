import type { Sentences } from "./sentences.ts";

/** The sentences in Polish. */
export const pl: Sentences = {
  greeting: "Dzień dobry! Proszę zadać pytanie, a poszukam odpowiedzi na tych stronach.",
  thanks: "Proszę bardzo! Czy chcą Państwo dowiedzieć się czegoś jeszcze?",
  farewell: "Do widzenia! Zapraszam ponownie z kolejnym pytaniem.",
  acknowledgement: "Dobrze. Czy mogę pomóc w czymś jeszcze?",
  about:
    "Odpowiadam na pytania dosłownymi fragmentami stron tego serwisu i podaję ich źródło. Proszę pytać własnymi słowami; wystarczy kilka słów kluczowych.",
  nothingFound:
    "Nie znalazłem tu nic na ten temat. Proszę spróbować innych słów, na przykład nazwy produktu lub tematu.",
  closest: "Nie mam pewności, ale to jest najbliższe pytaniu:",
  unsure: "Nie udało mi się znaleźć tu odpowiedzi.",
  mayHelp: "Te sekcje mogą pomóc:",
  related: "Powiązane tematy:",
  source: "Źródło:",
  searchedFor: "Szukana fraza: „{query}”.",
  noKnowledge: "Nie mam jeszcze nic, na podstawie czego można by odpowiedzieć.",
  searchFailed: "Nie udało się teraz tego wyszukać. Proszę zapytać ponownie za chwilę.",
  requestMade: "Gotowe.",
  requestFailed: "To się nie udało. Nie wiem, czy coś zostało zmienione.",
  notSent: "Nic nie zostało wysłane.",
  whichTopic: "Pytanie może dotyczyć kilku tematów. Którego?",
  topicHeader: "Temat",
  otherLanguage: "Język tych stron: {language}.",
};
