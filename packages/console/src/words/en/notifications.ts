/** How people are notified of waiting visitors, and the mail server. */
export const notifications = {
  soundTitle: "Sound",
  soundText:
    "Plays in this browser while the console is open: when a visitor starts waiting, and then every minute until nobody is waiting.",
  soundTest: "Play it",
  pushTitle: "Browser notifications",
  pushText:
    "They also arrive while the console is closed, every minute for as long as somebody is waiting. They say how many visitors are waiting, never what they wrote. A click opens the chat.",
  pushOn: "Turn on in this browser",
  pushOff: "Turn off",
  pushTest: "Send a test",
  pushLast: "last used",
  pushFailed: "This browser could not be reached through its push service. Try again.",
  pushStates: {
    unsupported:
      "This browser does not support notifications. On an iPhone or iPad, add the console to the home screen and open it there.",
    blocked: "Notifications from this site are blocked. Allow them in the browser's settings for this site.",
  },
  mailTitle: "Email",
  mailText:
    "You get an email when a visitor has been waiting for a minute and nobody who could take the chat has the console open. One email covers everybody who is waiting, and a chat is mentioned at most three times an hour.",
  mailOff: "No mail server is set up yet. Under Email, owners can see how to set one up.",
  mailWanted: "Send me emails",
  address: "Address",
  addressHint: "Only you see it.",
  test: "Send a test",
  serverTitle: "Mail server",
  serverText: "It is set where the service runs, with SERVICECHAT_SMTP_URL and SERVICECHAT_MAIL_FROM.",
  noServer: "No mail server is set up",
  noServerText:
    "Without one, no email is sent, neither to colleagues when a visitor is waiting nor to webhooks with a mailto: address. Set SERVICECHAT_SMTP_URL and SERVICECHAT_MAIL_FROM where the service runs, then restart it.",
  server: "Server",
  security: { tls: "encrypted (TLS)", starttls: "encrypted if the server supports it (STARTTLS)" },
  from: "Sender",
  lastSent: "Last sent",
  lastFailed: "Last failure",
  never: "never",
  testTitle: "Try it",
  testTo: "Send a test to",
};
