import type { Words } from "../words.ts";

/** How people are notified of waiting visitors, and the mail server. */
export const notifications: Words["notifications"] = {
  soundTitle: "Ton",
  soundText:
    "Ertönt in diesem Browser, solange die Konsole geöffnet ist: sobald ein Besucher wartet und dann jede Minute, bis niemand mehr wartet.",
  soundTest: "Anhören",
  pushTitle: "Browser-Benachrichtigungen",
  pushText:
    "Sie kommen auch an, wenn die Konsole geschlossen ist, und zwar jede Minute, bis niemand mehr wartet. Sie sagen, wie viele Besucher warten, nie, was diese geschrieben haben. Ein Klick öffnet den Chat.",
  pushOn: "In diesem Browser einschalten",
  pushOff: "Ausschalten",
  pushTest: "Test senden",
  pushLast: "zuletzt benutzt",
  pushFailed: "Der Browser ist über seinen Push-Dienst nicht erreichbar. Versuchen Sie es noch einmal.",
  pushStates: {
    unsupported:
      "Dieser Browser kann das nicht. Auf einem iPhone oder iPad fügen Sie die Konsole zum Home-Bildschirm hinzu und öffnen sie dort.",
    blocked:
      "Benachrichtigungen dieser Seite sind blockiert. Erlauben Sie sie in den Browser-Einstellungen für diese Seite.",
  },
  mailTitle: "E-Mail",
  mailText:
    "Sie bekommen eine E-Mail, wenn ein Besucher seit einer Minute wartet und niemand, der den Chat übernehmen könnte, die Konsole geöffnet hat. Eine E-Mail nennt alle Wartenden; derselbe Chat wird höchstens dreimal pro Stunde genannt.",
  mailOff: "Noch ist kein Mailserver eingerichtet. Inhaber sehen unter „E-Mail“, wie das geht.",
  mailWanted: "E-Mails an mich senden",
  address: "Adresse",
  addressHint: "Nur Sie sehen sie.",
  test: "Testmail senden",
  serverTitle: "Mailserver",
  serverText:
    "Er wird dort eingerichtet, wo der Dienst läuft, mit SERVICECHAT_SMTP_URL und SERVICECHAT_MAIL_FROM.",
  noServer: "Kein Mailserver eingerichtet",
  noServerText:
    "Ohne Mailserver werden keine E-Mails gesendet: weder an Kollegen, wenn ein Besucher wartet, noch an Webhooks mit einer mailto-Adresse. Setzen Sie SERVICECHAT_SMTP_URL und SERVICECHAT_MAIL_FROM dort, wo der Dienst läuft, und starten Sie ihn neu.",
  server: "Server",
  security: {
    tls: "verschlüsselt (TLS)",
    starttls: "verschlüsselt, wenn der Server es unterstützt (STARTTLS)",
  },
  from: "Absender",
  lastSent: "Zuletzt gesendet",
  lastFailed: "Letzter Fehler",
  never: "noch nie",
  testTitle: "Ausprobieren",
  testTo: "Testmail senden an",
};
