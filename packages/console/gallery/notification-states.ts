import type { MailState, Notifications } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import type { ConsoleState } from "./console-state.ts";
import { says, type Scene } from "./scene.ts";

const notifications: Notifications = {
  mail: { available: true, enabled: true, address: "alma.berg@larkfield.example" },
  push: {
    key: "BHVXbnJtPWKpiXpC1HnKVn8c9t4TqkrFkUTRvEBLwV7fX0eNSlwI2zL6xQBm4v5vVYAdg3RrDLaS6nUKLSTtX4M",
    devices: [
      { id: "1", browser: "Chrome on Android", createdAt: ago(9_000), lastAt: ago(40) },
      { id: "2", browser: "Firefox on Linux", createdAt: ago(30), lastAt: null },
    ],
  },
};
const mail: MailState = {
  server: "smtp.larkfield.example:587",
  security: "starttls",
  from: "Larkfield <chat@larkfield.example>",
  lastSentAt: ago(3),
  lastFailed: { at: ago(4_000), reason: "ETIMEDOUT" },
};

/** Somebody who wants mail, and a working mail server. */
export const notificationScene: Scene = {
  "GET me/notifications": says(notifications),
  "PUT me/notifications/mail": says(undefined, 204),
  "POST me/notifications/mail/test": says({ error: "452 The box is full <b>\u202e" }),
  "POST me/push": says(notifications.push.devices[1], 201),
  "DELETE me/push/{id}": says(undefined, 204),
  "POST me/push/{id}/test": says({
    status: 410,
    ms: 61,
    body: "push subscription has unsubscribed or expired",
  }),
  "GET mail": says(mail),
  "POST mail/test": says({ status: 250, ms: 212, body: "250 2.0.0 Ok: queued as 4F2A9C" }),
};

/** The settings of notifications and of mail. */
export const notificationStates: readonly ConsoleState[] = [
  { name: "notifications", title: "Notifications", path: "settings/notifications", shows: ".mail-alerts" },
  {
    name: "notifications-no-mail",
    title: "Notifications, where no mail can be sent",
    path: "settings/notifications",
    scene: {
      "GET me/notifications": says({
        mail: { available: false, enabled: false, address: null },
        push: { ...notifications.push, devices: [] },
      }),
    },
    shows: ".mail-alerts",
  },
  {
    name: "notifications-test",
    title: "A test by mail was refused",
    path: "settings/notifications",
    press: [".mail-alerts > .test-button > .button"],
    shows: ".mail-alerts .test-button",
  },
  {
    name: "notifications-push-test",
    title: "A push was refused by its service",
    path: "settings/notifications",
    press: [".push-devices .test-button > .button"],
    shows: ".push-devices .test-button",
  },
  { name: "mail", title: "Email", path: "settings/mail", shows: ".mail-state" },
  {
    name: "mail-none",
    title: "No mail server is set up",
    path: "settings/mail",
    scene: {
      "GET mail": says({ server: null, security: null, from: null, lastSentAt: null, lastFailed: null }),
    },
    shows: ".empty",
  },
];
