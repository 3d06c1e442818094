import type { CannedAnswer, Operator } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import { lists, says, type Scene } from "./scene.ts";

const alma: Operator = {
  id: "op-1",
  name: "Alma Berg",
  displayName: "Alma",
  role: "owner",
  agents: null,
  state: "active",
  createdAt: ago(90_000),
  lastSeenAt: ago(1),
  available: true,
  revision: "o1",
};
const link = {
  url: "https://chat.example/console/#link=4nB0e6Jr9yP1wK8sT2vX5zL7qC3mH0dF6gA1uE9iR4o",
  expiresAt: ago(-7 * 24 * 60),
};
const token = {
  id: "tok1",
  name: "Nightly export",
  role: "viewer",
  agents: null,
  operator: null,
  createdAt: ago(20_000),
  expiresAt: ago(-60 * 24 * 40),
  lastUsedAt: ago(480),
  revokedAt: null,
  createdBy: "Alma Berg",
};

/** Answers for frequent questions. */
export const cannedAnswers: readonly CannedAnswer[] = [
  {
    id: "can-1",
    name: "Lost parcel",
    text: "I am sorry that your parcel has not arrived. I ask the carrier to look for it, and write to you tomorrow at the latest.",
    agents: null,
    createdAt: ago(9_000),
    revision: "1",
  },
  {
    id: "can-2",
    name: "Refund, how long",
    text: "The money is on its way. Banks take three to five working days.",
    agents: ["larkfield"],
    createdAt: ago(800),
    revision: "3",
  },
];

/** A small team with its sessions, tokens and log. */
export const settingsScene: Scene = {
  "GET operators": lists([
    alma,
    { ...alma, id: "op-2", name: "Mara Lind", role: "responder", agents: ["larkfield"], lastSeenAt: ago(44) },
    { ...alma, id: "op-3", name: "Jo Park", role: "editor", state: "invited", lastSeenAt: null },
  ]),
  "POST operators": says({ ...alma, id: "op-4", name: "New", link }, 201),
  "POST operators/{id}/link": says(link, 201),
  "PATCH operators/{id}": says(alma),
  "DELETE operators/{id}": says(undefined, 204),
  "GET secrets": lists([
    {
      name: "CRM_TOKEN",
      lastFour: null,
      origins: ["https://crm.larkfield.example"],
      agents: ["larkfield"],
      usedBy: [],
      setAt: ago(9_000),
      by: { kind: "operator", name: "Mara Lind" },
      shadowed: false,
    },
    {
      name: "OPENAI_API_KEY",
      lastFour: "x7Qa",
      origins: ["https://api.openai.com"],
      agents: null,
      usedBy: ["guide", "larkfield"],
      setAt: ago(500),
      by: { kind: "operator", name: "Alma Reyes" },
      shadowed: false,
    },
    {
      name: "SHIPPING_KEY",
      lastFour: "3f10",
      origins: ["https://api.shipping.example:8443", "http://127.0.0.1:11434"],
      agents: null,
      usedBy: ["larkfield"],
      setAt: ago(90_000),
      by: { kind: "token", name: "deploy" },
      shadowed: true,
    },
  ]),
  "GET me/passkeys": lists([
    { id: "pk1", name: "MacBook of Alma", createdAt: ago(90_000), lastUsedAt: ago(60), revision: "p1" },
    { id: "pk2", name: "Security key", createdAt: ago(400), lastUsedAt: null, revision: "p2" },
  ]),
  "GET me/sessions": lists([
    {
      id: "s1",
      current: true,
      createdAt: ago(600),
      lastSeenAt: ago(0),
      expiresAt: ago(-9_000),
      browser: "Chrome on macOS",
    },
    {
      id: "s2",
      current: false,
      createdAt: ago(9_000),
      lastSeenAt: ago(3_000),
      expiresAt: ago(-900),
      browser: "Safari on iPhone",
    },
  ]),
  "DELETE me/sessions/{id}": says(undefined, 204),
  "PATCH me/passkeys/{id}": says({
    id: "pk1",
    name: "MacBook",
    createdAt: ago(90_000),
    lastUsedAt: ago(60),
    revision: "p3",
  }),
  "DELETE me/passkeys/{id}": says(undefined, 204),
  "PUT me/password": says(undefined, 204),
  "GET canned": lists(cannedAnswers),
  "POST canned": says(cannedAnswers[0], 201),
  "PATCH canned/{id}": says(cannedAnswers[0]),
  "DELETE canned/{id}": says(undefined, 204),
  "GET tokens": lists([token, { ...token, id: "tok2", name: "Old dashboard", revokedAt: ago(3_000) }]),
  "POST tokens": says(
    { ...token, token: "sc_5f2a9c0b7e14_k3Zx8VbQ1nT6wYp0RsLhD4uJ9aCfE2mGiO7tXqWvB5e" },
    201,
  ),
  "DELETE tokens/{id}": says(undefined, 204),
  "DELETE users/{id}/chats": says({ erased: 3 }),
  "GET health": says({
    checks: [
      {
        name: "database",
        ok: true,
        message: "servicechat.db opens, is up to date and is writable",
        status: "ok",
      },
      {
        name: "agent larkfield",
        ok: false,
        message: "the variable OPENAI_API_KEY, which holds its model's key, is not set",
        status: "problem",
        advice: "set it where the service is started, such as in .env",
      },
      {
        name: "key 4f1c2a9b",
        ok: true,
        message: "allows no site",
        status: "warning",
        advice: "servicechat key allow 4f1c2a9b SITE",
      },
      { name: "public address", ok: true, message: "https://chat.example is ready", status: "ok" },
    ],
    tasks: [
      {
        name: "update_chat_list",
        lastRunAt: ago(0),
        ms: 1.4,
        failures: 0,
        failing: false,
        longestBlockMs: 2.7,
      },
      {
        name: "send_webhooks",
        lastRunAt: ago(0),
        ms: 4.2,
        failures: 12,
        failing: true,
        longestBlockMs: 3.1,
      },
      {
        name: "run_nightly_tests",
        lastRunAt: null,
        ms: null,
        failures: 0,
        failing: false,
        longestBlockMs: 0,
      },
    ],
    loopDelay: { p99Ms: 1.2, maxMs: 8 },
  }),
};
