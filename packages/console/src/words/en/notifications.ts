/** How people are told that visitors wait, and the mail server. */
export const notifications = {
  soundTitle: "Sound",
  soundText:
    "Plays in this browser while the console is open, and every minute for as long as somebody waits.",
  soundTest: "Play it",
  pushTitle: "Notifications of the browser",
  pushText:
    "They arrive while the console is closed as well, every minute for as long as somebody waits. They say how many visitors wait, never what they wrote. A click opens the chat.",
  pushOn: "Turn on in this browser",
  pushOff: "Turn off",
  pushTest: "Send a test",
  pushLast: "last used",
  pushFailed: "This browser could not be reached by its push service. Try again.",
  pushStates: {
    unsupported:
      "This browser cannot do this. On an iPhone or iPad, add the console to the home screen and open it there.",
    blocked: "Notifications of this site are blocked. Allow them in the browser's settings for this site.",
  },
  mailTitle: "Mail",
  mailText:
    "You get a mail when a visitor has waited for a minute and nobody who could take the chat has the console open. All that wait are in one mail, and each chat is mentioned once.",
  mailOff: "This service has no mail server yet. An owner sees under Mail how to set one.",
  mailWanted: "Send me mail",
  address: "Address",
  addressHint: "Only you see it.",
  test: "Send a test",
  serverTitle: "Mail server",
  serverText: "It is set where the service runs, by SERVICECHAT_SMTP_URL and SERVICECHAT_MAIL_FROM.",
  noServer: "No mail server is set",
  noServerText:
    "Without one, no mail is sent: not to colleagues when a visitor waits, and not to webhooks that are a mailbox. Set SERVICECHAT_SMTP_URL and SERVICECHAT_MAIL_FROM where the service runs, and start it again.",
  server: "Server",
  security: { tls: "encrypted (TLS)", starttls: "encrypted where the server offers it (STARTTLS)" },
  from: "Sender",
  lastSent: "Last sent",
  lastFailed: "Last failure",
  never: "never",
  testTitle: "Try it",
  testTo: "Send a test to",
};
