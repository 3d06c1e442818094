import type { Words } from "../app/words/words.ts";

/** Questions that could not be answered. */
export const gaps: Words["gaps"] = {
  title: "Lücken",
  backToList: "Alle Lücken",
  unsolved: "Zu erledigen",
  all: "Alle",
  shown: "Welche Lücken",
  emptyTitle: "Noch keine Lücken",
  nothingToDo: "Nichts zu erledigen",
  showAll: "Alle Lücken zeigen",
  emptyText:
    "Fragen, die Ihre Agenten nicht gut beantworten, erscheinen hier von der ersten an, zusammen mit anderen zum selben Thema. Zu jeder Lücke können Sie die richtige Antwort schreiben.",
  chats: (count) => (count === 1 ? "1 Chat" : `${count} Chats`),
  states: {
    open: "Offen",
    reopened: "Wieder offen",
    answered: "Beantwortet, noch zu prüfen",
    closed: "Automatisch geschlossen",
    dismissed: "Verworfen",
  },
  closedBySync: "Der Agent findet eine Antwort, seit seine Dokumente neu gelesen wurden.",
  closedByAnswer: "Der Agent beantwortet sie, seit jemand eine Antwort geschrieben hat.",
  dismissedBy: (name) =>
    `Verworfen von ${name}. Sie erscheint nicht wieder, auch wenn erneut danach gefragt wird.`,
  nearest: "Nächstgelegene Textstelle",
  nearestText: (score) => `Ihr Wert ist ${score}; ab 35 % antwortet der Agent damit.`,
  noPassage: "In den Dokumenten des Agenten kommt nichts der Frage nahe.",
  variants: "So wurde gefragt",
  times: (count) => (count === 1 ? "einmal" : `${count}-mal`),
  dismiss: "Verwerfen",
  reopen: "Wieder öffnen",
  dismissed: "Lücke verworfen",
  reopened: "Lücke wieder geöffnet",
  openChat: "Chat öffnen",
};
