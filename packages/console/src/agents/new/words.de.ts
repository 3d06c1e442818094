import type { Words } from "../../app/words/words.ts";

/** The guide to a new agent. */
export const newAgent: Words["newAgent"] = {
  title: "Neuer Agent",
  steps: "Schritte",
  stepNames: {
    name: "Name",
    purpose: "Aufgabe",
    knowledge: "Wissen",
    model: "Modell",
    look: "Aussehen",
    try: "Ausprobieren",
    install: "Einbauen",
  },
  stepOf: (step: number, steps: number) => `Schritt ${step} von ${steps}`,
  done: "erledigt",
  back: "Zurück",
  next: "Weiter",
  working: "Einen Moment …",
  draftLost: "Ihre letzten Änderungen konnten noch nicht gespeichert werden.",
  overtaken: "Jemand hat diesen Agenten geändert, seit Sie begonnen haben.",
  takeLive: "Diese Version übernehmen",
  gone: "Unter dieser Id ist nichts gespeichert. Beginnen Sie von vorn.",

  nameTitle: "Wie heißt er?",
  nameLead:
    "Sieben kurze Schritte. Sie können jederzeit aufhören: Was Sie schon getan haben, bleibt erhalten.",
  name: "Name",
  nameHint: "Besucher lesen ihn über dem Chat. Gut passt der Name Ihrer Firma oder Ihres Ladens.",
  id: "Id",
  idHint: "Aus dem Namen gebildet, für Adressen und Befehle. Sie lässt sich später nicht ändern.",
  idFixed: "Die Id eines Agenten lässt sich nicht ändern.",
  idTaken: (id: string) =>
    `Es gibt schon einen Agenten „${id}“. Hier steht eine freie Id; Sie können sie ändern.`,
  idNotYours:
    "Sie dürfen nur bestimmte Agenten ändern, und dieser gehört nicht dazu. Bitten Sie jemanden mit der Rolle „Inhaber“ darum.",
  unfinished: "Oder machen Sie da weiter, wo Sie aufgehört haben",

  purposeTitle: "Wofür ist er da?",
  purposeLead:
    "Jede Wahl bringt eine Begrüßung, erste Fragen und Anweisungen mit, die dazu passen. Alles lässt sich ändern.",
  purposes: {
    helpDesk: {
      name: "Helpdesk",
      text: "Beantwortet Fragen von Kunden und gibt an Menschen weiter, was er nicht beantworten kann.",
    },
    shop: {
      name: "Laden",
      text: "Hilft beim Aussuchen und beantwortet Fragen zu Lieferung, Rückgabe und Bezahlung.",
    },
    documentation: {
      name: "Dokumentation",
      text: "Beantwortet technische Fragen mit Schritten und Code und führt zu den Seiten.",
    },
    handbook: {
      name: "Internes Handbuch",
      text: "Sagt Kolleginnen und Kollegen, wie etwas geregelt ist und wer sich darum kümmert.",
    },
    blank: { name: "Leer", text: "Nur die Regeln, die immer gelten. Den Rest schreiben Sie." },
  },
  ownPurpose: "Dieser Agent hat eigene Anweisungen. Wenn Sie eine Aufgabe wählen, werden sie ersetzt.",
  purposeSwap:
    "Begrüßung, erste Fragen und Anweisungen werden ersetzt; Wissen, Modell und Aussehen bleiben, wie sie sind.",
  instructions: "Die Anweisungen, die dazugehören",
  instructionsHint: "Ein Sprachmodell hält sich daran. Ohne Modell warten sie, bis Sie eines wählen.",

  knowledgeTitle: "Was soll er wissen?",
  knowledgeLead: "Geben Sie ihm Ihre Unterlagen oder Ihre Website. Daraus antwortet er und nennt die Quelle.",
  previewWaits: "Hier erscheint der Chat",
  previewWaitsText: "Sobald das erste Dokument gelesen ist, können Sie etwas fragen.",

  modelTitle: "Wer schreibt die Antworten?",
  withoutModel: "Kein Modell",
  withoutModelText: "Zitiert Ihre Unterlagen wörtlich. Kostet nichts und sendet nirgendwohin etwas.",
  withModel: "Ein Sprachmodell",
  withModelText: "Dafür brauchen Sie den Schlüssel eines Anbieters oder ein Modell auf der eigenen Maschine.",
  modelAdds:
    "Ein Modell würde in eigenen Worten und in der Sprache des Besuchers antworten, sich an vorher Gesagtes erinnern und Ihren Anweisungen folgen.",

  lookTitle: "Wie soll er aussehen?",
  lookLead: "Eine Farbe Ihrer Marke genügt: Alles Übrige richtet sich danach.",

  tryTitle: "Ausprobieren",
  tryLead: "Das ist der echte Chat. Fragen Sie, was Ihre Besucher fragen, auch einmal umständlich.",
  tryQuestions: "Für den Anfang",
  tryWrong: "Eine Antwort ist falsch oder fehlt?",
  tryWrongText:
    "Dann fehlt ein Dokument, oder es sagt das nicht deutlich. Gehen Sie zurück zum Wissen, ergänzen Sie es und fragen Sie noch einmal.",
  toKnowledge: "Zum Wissen",

  installTitle: "Auf Ihre Seite bringen",
  installLead:
    "Sagen Sie, wo der Chat erscheinen darf. Niemand sonst kann ihn benutzen, auch nicht mit einer Kopie des Tags.",
  sites: "Ihre Website",
  sitesHint: "Etwa shop.example. Mehrere: eine pro Zeile.",
  makeTag: "Tag erzeugen",
  tag: "Das Tag",
  tagText: "Fügen Sie es in jede Seite ein, auf der der Chat erscheinen soll, direkt vor </body>.",
  works: (sites: string) => `Funktioniert auf ${sites}`,
  waiting: "Wartet auf den ersten Besuch",
  waitingText: "Öffnen Sie Ihre Seite, sobald das Tag darin steht. Hier ändert sich dann von selbst etwas.",
  seenOn: (origin: string) => `Gesehen auf ${origin}`,
  refusedOn: (origin: string) =>
    `Das Tag wurde auf ${origin} gefunden. Diese Website ist noch nicht erlaubt.`,
  allow: "Diese Website erlauben",
  notLive: "Es gibt Änderungen, die noch nicht gelten.",
  makeLive: "Jetzt anwenden",
  nextTitle: "Wie es weitergeht",
  nextInbox: "Für Besucher da sein",
  nextInboxText: "Wer nach einem Menschen fragt, wartet im Posteingang.",
  nextGaps: "Sehen, was er nicht wusste",
  nextGapsText: "Unter „Lücken“ sammeln sich diese Fragen. Sie schreiben die Antwort einmal.",
  nextPeople: "Kollegen einladen",
  nextPeopleText: "Jeder bekommt eine Rolle, für alle Agenten oder einige.",
  nextAgent: "Alles andere einstellen",
  nextAgentText: "Alle Einstellungen des Agenten und jede Version.",
};
