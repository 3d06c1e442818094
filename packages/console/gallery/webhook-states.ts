import type { Delivery, Webhook } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import type { ConsoleState } from "./console-state.ts";
import { lists, says, type Scene } from "./scene.ts";

const webhook: Webhook = {
  id: "wh_1",
  url: "https://hooks.slack.example/services/T0/B0/support",
  format: "slack",
  events: ["chat.waiting", "feedback.created"],
  agents: ["larkfield"],
  text: true,
  enabled: true,
  createdAt: ago(9_000),
  revision: "1",
};
const delivery: Delivery = {
  id: "msg_1",
  type: "chat.waiting",
  at: ago(4),
  chat: "chat-1",
  agent: "larkfield",
  state: "delivered",
  tries: [{ at: ago(4), status: 200, ms: 84, error: null }],
  nextAt: null,
};
const failed = (minutes: number) => ({ at: ago(minutes), status: 503, ms: 31, error: null });

/** Two webhooks, one of them disabled, and the first one's deliveries. */
export const webhookScene: Scene = {
  "GET webhooks": lists([
    webhook,
    {
      ...webhook,
      id: "wh_2",
      url: "https://tickets.example/servicechat",
      format: "standard",
      events: ["chat.started", "message.created", "chat.closed"],
      agents: null,
      text: false,
      enabled: false,
    },
    {
      ...webhook,
      id: "wh_3",
      url: "mailto:support@larkfield.example",
      format: "standard",
      events: ["chat.waiting", "week.ended"],
      agents: null,
      text: false,
    },
  ]),
  "POST webhooks": says({ ...webhook, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD8yN1c0uJb1A=" }, 201),
  "PATCH webhooks/{id}": says({ ...webhook, enabled: false }),
  "DELETE webhooks/{id}": says(undefined, 204),
  "POST webhooks/{id}/test": says({ status: 404, ms: 112, body: "no_team <b>\u202e" }),
  "GET letter": says({ enabled: true, day: "mon", hour: 8, zone: "Europe/Berlin", revision: "1" }),
  "PATCH letter": says({ enabled: false, day: "mon", hour: 8, zone: "Europe/Berlin", revision: "2" }),
  "POST letter/send": says({ sent: 2 }),
  "GET webhooks/{id}/deliveries": lists([
    { ...delivery, id: "msg_3", state: "pending", tries: [failed(6)], nextAt: ago(-4) },
    delivery,
    {
      ...delivery,
      id: "msg_2",
      type: "feedback.created",
      state: "refused",
      tries: [
        {
          at: ago(60),
          status: null,
          ms: 3,
          error: "hooks.internal.example leads to 10.0.0.8, which is not a public address",
        },
      ],
    },
  ]),
};

/** The settings of webhooks. */
export const webhookStates: readonly ConsoleState[] = [
  { name: "webhooks", title: "Webhooks", path: "settings/webhooks", shows: ".rows" },
  {
    name: "webhooks-empty",
    title: "No webhooks",
    path: "settings/webhooks",
    scene: { "GET webhooks": lists([]) },
    shows: ".empty",
  },
  {
    name: "webhook-add",
    title: "A webhook is added",
    path: "settings/webhooks",
    press: [".section-head .button"],
    shows: "dialog[open]",
  },
  {
    name: "webhook-test",
    title: "A webhook was tested, and the other side says no",
    path: "settings/webhooks",
    press: [".row .button"],
    shows: ".row [role=status]",
  },
  {
    name: "webhook-log",
    title: "What a webhook was told",
    path: "settings/webhooks",
    press: [".row .button + .button"],
    shows: "dialog[open] .rows",
  },
  {
    name: "letter",
    title: "The weekly letter, one of which was sent at once",
    path: "settings/letter",
    press: [".section-head .button"],
    shows: ".rows",
  },
  {
    name: "letter-nobody",
    title: "Nobody gets the weekly letter",
    path: "settings/letter",
    scene: { "GET webhooks": lists([]) },
    shows: ".form",
  },
];
