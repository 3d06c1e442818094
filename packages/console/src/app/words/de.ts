import { agentTests } from "../../agent-tests/words.de.ts";
import { agents } from "../../agents/words.de.ts";
import { approvedAnswers } from "../../approved-answers/words.de.ts";
import { audit } from "../../settings/audit/words.de.ts";
import { chats } from "../../chats/words.de.ts";
import { gaps } from "../../gaps/words.de.ts";
import { home } from "../../home/words.de.ts";
import { inbox } from "../../inbox/words.de.ts";
import { install } from "../../agents/install/words.de.ts";
import { keys } from "../../keys/words.de.ts";
import { knowledge } from "../../agents/knowledge/words.de.ts";
import { newAgent } from "../../agents/new/words.de.ts";
import { notifications, settings } from "../../settings/words.de.ts";
import { palette } from "../palette/words.de.ts";
import { signIn } from "../../sign-in/words.de.ts";
import { usage } from "../../usage/words.de.ts";
import { vocabulary } from "./vocabulary.de.ts";
import type { Words } from "./words.ts";

/** Texts of every page. */
const common: Words["common"] = {
  product: "ServiceChat",
  home: "Start",
  inbox: "Posteingang",
  chats: "Chats",
  gaps: "Lücken",
  answers: "Antworten",
  agents: "Agenten",
  tests: "Tests",
  usage: "Nutzung",
  keys: "Schlüssel",
  settings: "Einstellungen",
  navigation: "Seiten",
  skip: "Zum Inhalt",
  more: "Mehr",
  signOut: "Abmelden",
  theme: "Darstellung",
  themeSystem: "System",
  themeLight: "Hell",
  themeDark: "Dunkel",
  density: "Dichte",
  densityComfortable: "Komfortabel",
  densityCompact: "Kompakt",
  language: "Sprache",
  browserLanguage: "Sprache des Browsers",
  loading: "Wird geladen …",
  loadMore: "Mehr anzeigen",
  retry: "Erneut versuchen",
  reload: "Neu laden",
  cancel: "Abbrechen",
  close: "Schließen",
  save: "Speichern",
  saved: "Gespeichert",
  copy: "Kopieren",
  copyId: "ID kopieren",
  copied: "Kopiert",
  done: "Fertig",
  optional: "optional",
  never: "nie",
  none: "keine",
  all: "Alle",
  openNewTab: "öffnet einen neuen Tab",
  offline: "Offline. Verbinde neu …",
  livePaused: "Live-Aktualisierung pausiert. Neuer Versuch …",
  failedTitle: "Das konnte nicht geladen werden",
  failedNetwork: "Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.",
  failedOther: (detail: string) => detail,
  notFoundTitle: "Hier ist nichts",
  notFoundText: "Diese Seite gibt es nicht, oder sie gehört zu einem Agenten, den Sie nicht sehen dürfen.",
  roleTitle: "Ihre Rolle erlaubt das nicht",
  roleText: (role: string) =>
    `Für diese Seite ist die Rolle „${role}“ nötig. Bitten Sie jemanden mit der Rolle „Inhaber“ darum.`,
  changedMeanwhile:
    "Jemand anderes hat das inzwischen geändert. Laden Sie neu und wiederholen Sie die Änderung.",
  toHome: "Zur Startseite",
  source: (number: number) => `Quelle ${number}`,
  sourceList: "Quellen",
  code: "Code",
  table: "Tabelle",
  now: "gerade eben",
};

/** German. */
export const de: Words = {
  lang: "de",
  agents,
  agentTests,
  approvedAnswers,
  audit,
  chats,
  common,
  signIn,
  gaps,
  home,
  inbox,
  install,
  keys,
  knowledge,
  newAgent,
  notifications,
  palette,
  settings,
  usage,
  vocabulary,
};
