import type { Words } from "../app/words/words.ts";

/** The first page. */
export const home: Words["home"] = {
  title: "Start",
  setUpTitle: "Richten Sie Ihren Assistenten ein",
  setUpText: "Vier Schritte, bis Besucher fragen können. Jeder wird abgehakt, sobald der Dienst ihn sieht.",
  agentStep: "Einen Agenten anlegen",
  agentText:
    "Geben Sie ihm einen Namen und Ihre Unterlagen oder Ihre Website, und probieren Sie ihn aus. Das dauert wenige Minuten.",
  agentAction: "Neuer Agent",
  agentDone: (count: number) => (count === 1 ? "1 Agent ist bereit" : `${count} Agenten sind bereit`),
  keyStep: "Einen Schlüssel erzeugen",
  keyText:
    "Ein Schlüssel verbindet eine Website mit einem Agenten und legt fest, welche Websites ihn benutzen dürfen.",
  keyAction: "Schlüssel erzeugen",
  keyDone: (count: number) => (count === 1 ? "1 Schlüssel gilt" : `${count} Schlüssel gelten`),
  tagStep: "Das Tag auf eine Seite setzen",
  tagText:
    "Fügen Sie das Tag des Schlüssels vor </body> ein. Der Schritt wird abgehakt, wenn der Browser eines Besuchers es lädt.",
  tagAction: "Websites Ihrer Schlüssel ansehen",
  tagShow: "Tag anzeigen",
  tagDone: (origin: string) => `Gesehen auf ${origin}`,
  chatStep: "Den ersten Chat führen",
  chatText:
    "Öffnen Sie Ihre Seite und fragen Sie etwas. Der Chat erscheint innerhalb von Sekunden unter „Chats“.",
  chatAction: "Chats öffnen",
  stepDone: "Erledigt",
  stepOpen: "Offen",
  nothingTitle: "Gerade braucht Sie niemand",
  nothingText:
    "Niemand wartet, weder im Chat noch auf eine E-Mail; in den letzten 7 Tagen blieb keine Frage unbeantwortet, und keine Antwort bekam einen Daumen runter.",
  waiting: "Warten auf einen Menschen",
  addresses: "Warten auf eine Antwort per E-Mail",
  unanswered: "Fragen ohne Antwort",
  thumbsDown: "Antworten mit Daumen runter",
  seeAll: "Alle ansehen",
  greeting: (part: "morning" | "day" | "evening", name: string) =>
    `${{ morning: "Guten Morgen", day: "Guten Tag", evening: "Guten Abend" }[part]}${name && `, ${name}`}`,
  waitingTile: "Warten gerade",
  mineTile: "Bei Ihnen",
  addressTile: "Warten auf E-Mail",
  oldest: "am längsten:",
  todayTitle: "Wie viele Chats heute?",
  today: "Heute",
  sameDay: "Am selben Tag der Vorwoche",
  weekAgo: (count: string) => `${count} in der Vorwoche um diese Zeit`,
  todayChart: (now: string, before: string) =>
    `${now} Chats heute bis jetzt; ${before} am selben Tag der Vorwoche um diese Zeit`,
  outcomesTitle: "Wurde Besuchern diese Woche geholfen?",
  solved: "gelöst",
  solvedBefore: (share: string) => `gelöst, ${share} in der Woche davor`,
  outcomeHints: {
    confirmed: "Besucher sagten, dass es geholfen hat",
    assumed: "gingen nach einer Antwort mit Quellen",
    unanswered: "",
    handed_over: "",
    abandoned: "",
    open: "zählen, wenn sie enden",
  },
  gapsTitle: "Was konnten Agenten nicht beantworten?",
  gapsClosed: (shown: string, count: number) =>
    count === 1
      ? "1 Lücke hat sich in den letzten 7 Tagen von selbst geschlossen."
      : `${shown} Lücken haben sich in den letzten 7 Tagen von selbst geschlossen.`,
  busyTitle: "Wann fragen Besucher?",
  busiest: "Ein Feld für jede Stunde der letzten 7 Tage. Die meisten Chats begannen:",
  chatCount: (shown: string, count: number) => (count === 1 ? "1 Chat" : `${shown} Chats`),
  costTitle: "Was kostet dieser Monat?",
  ofBudget: (budget: string) => `von ${budget}`,
  forecast: (amount: string, isOver: boolean) =>
    isOver ? `Bis Monatsende etwa ${amount}: mehr als das Budget.` : `Bis Monatsende etwa ${amount}.`,
  refusedText: (count: number) =>
    count === 1
      ? "Eine Website, die nicht erlaubt ist, wollte einen Schlüssel benutzen."
      : `${count} Websites, die nicht erlaubt sind, wollten einen Schlüssel benutzen.`,
  refusedAction: "Prüfen",
  weekAction: "Alle Zahlen",
};
