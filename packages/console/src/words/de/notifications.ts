import type { Words } from "../words.ts";

/** Wie Leute erfahren, dass jemand wartet, und der Mailserver. */
export const notifications: Words["notifications"] = {
  soundTitle: "Ton",
  soundText:
    "Erklingt in diesem Browser, solange die Konsole offen ist, und jede Minute wieder, bis niemand mehr wartet.",
  soundTest: "Anhören",
  pushTitle: "Benachrichtigungen des Browsers",
  pushText:
    "Sie kommen auch an, wenn die Konsole geschlossen ist, jede Minute, bis niemand mehr wartet. Sie sagen, wie viele warten, nie was sie geschrieben haben. Ein Klick öffnet den Chat.",
  pushOn: "In diesem Browser einschalten",
  pushOff: "Ausschalten",
  pushTest: "Test senden",
  pushLast: "zuletzt benutzt",
  pushFailed: "Der Browser ist über seinen Push-Dienst nicht erreichbar. Versuchen Sie es noch einmal.",
  pushStates: {
    unsupported:
      "Dieser Browser kann das nicht. Auf einem iPhone oder iPad legen Sie die Konsole auf den Home-Bildschirm und öffnen sie dort.",
    blocked:
      "Benachrichtigungen dieser Seite sind blockiert. Erlauben Sie sie in den Einstellungen des Browsers für diese Seite.",
  },
  mailTitle: "E-Mail",
  mailText:
    "Sie bekommen eine E-Mail, wenn jemand eine Minute wartet und niemand, der den Chat übernehmen könnte, die Konsole offen hat. Alle Wartenden stehen in einer E-Mail, und jeder Chat wird einmal genannt.",
  mailOff:
    "Dieser Dienst hat noch keinen Mailserver. Inhaber sehen unter „E-Mail“, wie einer eingerichtet wird.",
  mailWanted: "E-Mails an mich senden",
  address: "Adresse",
  addressHint: "Nur Sie sehen sie.",
  test: "Testmail senden",
  serverTitle: "Mailserver",
  serverText:
    "Er wird dort eingerichtet, wo der Dienst läuft, mit SERVICECHAT_SMTP_URL und SERVICECHAT_MAIL_FROM.",
  noServer: "Kein Mailserver eingerichtet",
  noServerText:
    "Ohne ihn werden keine E-Mails versendet: weder an Kollegen, wenn jemand wartet, noch an Webhooks, die ein Postfach sind. Setzen Sie SERVICECHAT_SMTP_URL und SERVICECHAT_MAIL_FROM dort, wo der Dienst läuft, und starten Sie ihn neu.",
  server: "Server",
  security: { tls: "verschlüsselt (TLS)", starttls: "verschlüsselt, wenn der Server es anbietet (STARTTLS)" },
  from: "Absender",
  lastSent: "Zuletzt gesendet",
  lastFailed: "Letzter Fehler",
  never: "noch nie",
  testTitle: "Ausprobieren",
  testTo: "Testmail senden an",
};
