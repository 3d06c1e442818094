import type { Words } from "../words.ts";

/** Wie Leute erfahren, dass jemand wartet, und der Mailserver. */
export const notifications: Words["notifications"] = {
  soundTitle: "Ton",
  soundText:
    "Erklingt in diesem Browser, solange die Konsole offen ist, und jede Minute wieder, bis niemand mehr wartet.",
  soundTest: "Anhören",
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
