import type { Words } from "../app/words/words.ts";

/** The sign-in page. */
export const signIn: Words["signIn"] = {
  title: "Anmelden",
  heading: "Bei ServiceChat anmelden",
  withPasskey: "Mit Passkey anmelden",
  or: "oder",
  name: "Name",
  password: "Passwort",
  withPassword: "Anmelden",
  signingIn: "Anmeldung läuft …",
  linkHint:
    "Noch kein Passwort, oder vergessen? Führen Sie diesen Befehl auf dem Server aus und öffnen Sie den Link:",
  opening: "Sie werden angemeldet …",
  linkRejected: "Dieser Link gilt nicht mehr",
  linkRejectedText:
    "Anmeldelinks gelten einmal und nur für eine Weile. Bitten Sie um einen neuen, oder führen Sie diesen Befehl auf dem Server aus:",
  rejected: "Der Name oder das Passwort ist falsch.",
  tooMany: (seconds: number) =>
    `Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es in ${seconds === 1 ? "einer Sekunde" : `${seconds} Sekunden`} erneut.`,
  passkeyFailed:
    "Der Passkey wurde nicht angenommen. Versuchen Sie es erneut, oder melden Sie sich anders an.",
  ended: "Ihre Sitzung ist beendet. Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.",
  nameHeading: "Wie sollen Besucher Sie nennen?",
  nameText: "Diesen Namen sehen sie an dem, was Sie ihnen schreiben, und sonst nichts über Sie.",
  nameField: "Ihr Name",
  nameHint: "Ein Vorname genügt. Sie können ihn jederzeit ändern.",
  nameAction: "Weiter",
  welcome: (name: string) => `Willkommen, ${name}`,
  secureHeading: "Wie möchten Sie sich beim nächsten Mal anmelden?",
  secureText:
    "Der Link, mit dem Sie gekommen sind, gilt nur einmal. Ein Passkey ist am schnellsten und sichersten: Ihr Gerät bestätigt, dass Sie es sind.",
  passwordText:
    "Der Link, mit dem Sie gekommen sind, gilt nur einmal. Wählen Sie ein Passwort, mit dem Sie sich beim nächsten Mal anmelden.",
  createPasskey: "Passkey anlegen",
  setPassword: "Stattdessen ein Passwort festlegen",
  later: "Jetzt nicht",
  passkeyUnavailable:
    "Dieser Browser oder diese Adresse unterstützt keine Passkeys. Öffnen Sie die Konsole auf dem eigenen Rechner unter localhost statt unter einer IP-Adresse.",
  passkeyCreated: "Passkey angelegt",
  newPassword: "Neues Passwort",
  passwordHint: "Mindestens 12 Zeichen. Ein paar zufällige Wörter eignen sich gut.",
  passwordShort: "Das Passwort braucht mindestens 12 Zeichen.",
  passwordSet: "Passwort festgelegt",
  confirm: {
    title: "Bestätigen Sie, dass Sie es sind",
    text: "Sie ändern gleich, wer Zugriff hat oder wohin Daten gehen. Bestätigen Sie, dass Sie es sind; danach fragen wir zehn Minuten lang nicht erneut.",
    textNone:
      "Sie ändern gleich, wer Zugriff hat oder wohin Daten gehen, und Ihre Anmeldung liegt schon eine Weile zurück. Führen Sie diesen Befehl auf dem Server aus, öffnen Sie den Link und versuchen Sie es erneut:",
    withPasskey: "Passkey verwenden",
    withPassword: "Bestätigen",
  },
};
