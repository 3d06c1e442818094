import { fullScene, owner, viewer } from "./full-scene.ts";
import type { ConsoleState } from "./console-state.ts";
import { someChats } from "./chats-data.ts";
import { answersStates } from "./answers-states.ts";
import { agentSettingsStates } from "./agent-settings-states.ts";
import { agentsStates } from "./agents-states.ts";
import { auditStates } from "./audit-states.ts";
import { faceStates } from "./face-states.ts";
import { confirmStates } from "./confirm-states.ts";
import { gapsStates } from "./gaps-states.ts";
import { agentTestsStates } from "./agent-tests-states.ts";
import { newAgentStates } from "./new-agent-states.ts";
import { inboxScene } from "./inbox-data.ts";
import { inboxStates } from "./inbox-states.ts";
import { notificationStates } from "./notification-states.ts";
import { webhookStates } from "./webhook-states.ts";
import { emptyReport, oneDayReport, unpricedReport } from "./usage-data.ts";
import { breaks, fails, hangs, lists, says, type Scene } from "./scene.ts";

const signedOut: Scene = { "GET me": fails("sign_in_needed") };

/** The placeholder lines below a page's heading. Those without one show that the page's own code is loading. */
const loadingPage = ".page-head + .page .skeleton-row";

/** Every state of the console in the gallery. */
export const consoleStates: readonly ConsoleState[] = [
  { name: "enter", title: "Nobody is signed in", path: "", scene: signedOut, shows: ".enter-card" },
  {
    name: "enter-link-used",
    title: "A sign-in link that was used before",
    path: "#link=used",
    scene: { ...signedOut, "POST sign-in/link": fails("link_rejected") },
    shows: ".enter-link",
  },
  {
    name: "enter-wrong",
    title: "A wrong password",
    path: "",
    scene: { ...signedOut, "POST sign-in/password": fails("sign_in_rejected") },
    shows: ".enter-card",
  },
  {
    name: "enter-settle-password",
    title: "A good link: a password instead of a passkey",
    path: "#link=good",
    scene: { "POST sign-in/link": says({ ...owner, password: false, passkeys: 0 }) },
    press: [".enter-card .button:not(.primary)"],
    shows: ".enter-card input[type=password]",
  },
  {
    name: "enter-name",
    title: "The first sign-in: a name for visitors",
    path: "#link=good",
    scene: {
      "POST sign-in/link": says({ ...owner, name: "owner", displayName: "owner", named: false, passkeys: 0 }),
      "PUT me/display-name": says(undefined, 204),
    },
    shows: ".choose-name",
  },
  {
    name: "enter-name-known",
    title: "The first sign-in of somebody who was invited by name",
    path: "#link=good",
    scene: { "POST sign-in/link": says({ ...owner, named: false, passkeys: 0 }) },
    shows: ".choose-name",
  },
  {
    name: "enter-settle",
    title: "A good link: how to sign in next time",
    path: "#link=good",
    scene: { "POST sign-in/link": says({ ...owner, password: false, passkeys: 0 }) },
    shows: ".enter-who",
  },
  {
    name: "unreachable",
    title: "The service does not answer",
    path: "",
    scene: { "GET me": breaks },
    shows: ".empty",
  },
  { name: "home", title: "What needs a person", path: "", shows: ".chat-row" },
  { name: "home-waiting", title: "Visitors are waiting", path: "", scene: inboxScene, shows: ".urgent" },
  {
    name: "home-new",
    title: "A new installation",
    path: "",
    scene: { "GET chats": lists([]), "GET keys": lists([]), "GET usage": says(emptyReport) },
    shows: ".steps",
  },
  {
    name: "home-calm",
    title: "Nothing needs a person",
    path: "",
    scene: {
      "GET chats": ({ query }) => lists(query.get("limit") === "1" ? someChats.slice(0, 1) : []),
    },
    shows: ".empty",
  },
  { name: "usage", title: "A month in figures", path: "usage", shows: ".uplot" },
  {
    name: "usage-empty",
    title: "A month in which nothing happened",
    path: "usage",
    scene: { "GET usage": says(emptyReport) },
    shows: ".empty",
  },
  {
    name: "usage-one",
    title: "A month in which there were chats on one day alone",
    path: "usage",
    scene: { "GET usage": () => says(oneDayReport()) },
    shows: ".uplot",
  },
  {
    name: "usage-unpriced",
    title: "A month for which no prices are entered",
    path: "usage",
    scene: { "GET usage": says(unpricedReport) },
    shows: ".uplot",
  },
  {
    name: "usage-prices",
    title: "What models cost, and a budget",
    path: "usage",
    press: [".section .section-head .button"],
    shows: "dialog .rows",
  },
  { name: "chats", title: "Chats of a while", path: "chats", shows: ".chat-row" },
  {
    name: "chats-empty",
    title: "No chat yet",
    path: "chats",
    scene: { "GET chats": lists([]) },
    shows: ".empty",
  },
  { name: "chats-none", title: "No chats match", path: "chats?q=nothing&mark=suspicious", shows: ".empty" },
  {
    name: "chats-loading",
    title: "Chats are being read",
    path: "chats",
    scene: { "GET chats": hangs },
    shows: loadingPage,
  },
  {
    name: "chats-failing",
    title: "Chats cannot be read",
    path: "chats",
    scene: { "GET chats": breaks },
    shows: ".empty",
  },
  { name: "chat", title: "A chat", path: "chats/chat-1", shows: ".entry" },
  {
    name: "chat-why",
    title: "Why the agent said that",
    path: "chats/chat-1",
    press: [".why > summary"],
    shows: ".passages",
  },
  { name: "chat-gone", title: "A chat that is not there", path: "chats/unknown", shows: ".empty" },
  {
    name: "chat-erase",
    title: "Asked before a chat is erased",
    path: "chats/chat-1",
    press: [".page-actions > .button:last-child"],
    shows: "dialog[open]",
  },
  { name: "keys", title: "Keys, and the sites of one", path: "keys?key=key_7f31", shows: ".sites" },
  {
    name: "keys-empty",
    title: "No key yet",
    path: "keys",
    scene: { "GET keys": lists([]) },
    shows: ".empty",
  },
  { name: "keys-create", title: "A key is being made", path: "keys?new=1", shows: "dialog select" },
  {
    name: "keys-made",
    title: "A key that has just been made",
    path: "keys?new=1",
    press: ["dialog button[type=submit]"],
    shows: "dialog .copy-field",
  },
  {
    name: "keys-rights",
    title: "Keys, for somebody whose role is not enough",
    path: "keys",
    scene: viewer,
    shows: ".empty",
  },
  ...agentsStates,
  ...newAgentStates,
  ...agentSettingsStates,
  { name: "people", title: "People", path: "settings/people", shows: ".rows" },
  {
    name: "secrets-empty",
    title: "No secret",
    path: "settings/secrets",
    scene: { "GET secrets": lists([]) },
    shows: ".empty",
  },
  {
    name: "tests-no-agent",
    title: "No agent to test yet",
    path: "tests",
    scene: { "GET agents": lists([]) },
    shows: ".empty",
  },
  {
    name: "people-invite",
    title: "Somebody is invited",
    path: "settings/people",
    press: [".section-head .button"],
    shows: "dialog[open]",
  },
  {
    name: "people-rights",
    title: "People, for somebody whose role is not enough",
    path: "settings/people",
    scene: viewer,
    shows: ".empty",
  },
  { name: "sign-in", title: "How one signs in", path: "settings/sign-in", shows: ".rows" },
  {
    name: "passkey-rename",
    title: "A passkey gets another name",
    path: "settings/sign-in",
    press: [".row .button"],
    shows: "dialog[open]",
  },
  ...confirmStates,
  { name: "tokens", title: "API tokens", path: "settings/tokens", shows: ".rows" },
  {
    name: "tokens-empty",
    title: "No API token",
    path: "settings/tokens",
    scene: { "GET tokens": lists([]) },
    shows: ".empty",
  },
  { name: "secrets", title: "Secrets", path: "settings/secrets", shows: ".rows" },
  {
    name: "secret-new",
    title: "A secret is added",
    path: "settings/secrets",
    press: [".section-head .button"],
    shows: "dialog[open]",
  },
  { name: "canned", title: "Canned answers", path: "settings/canned", shows: ".rows" },
  {
    name: "canned-empty",
    title: "No canned answers",
    path: "settings/canned",
    scene: { "GET canned": lists([]) },
    shows: ".empty",
  },
  {
    name: "canned-change",
    title: "A canned answer is changed",
    path: "settings/canned",
    press: [".row .button"],
    shows: "dialog textarea",
  },
  ...notificationStates,
  ...webhookStates,
  { name: "privacy", title: "What is kept", path: "settings/privacy", shows: ".plain-list" },
  ...auditStates,
  ...faceStates,
  { name: "health", title: "What the doctor finds", path: "settings/health", shows: ".health-sign" },
  {
    name: "health-well",
    title: "All is well",
    path: "settings/health",
    scene: {
      "GET health": says({
        checks: [{ name: "database", ok: true, message: "opens", status: "ok" }],
        tasks: [],
        loopDelay: { p99Ms: 0, maxMs: 0 },
      }),
    },
    shows: ".health-sign",
  },
  {
    name: "health-checking",
    title: "Health is being checked",
    path: "settings/health",
    scene: { "GET health": hangs },
    shows: loadingPage,
  },
  {
    name: "health-failing",
    title: "Health cannot be read",
    path: "settings/health",
    scene: { "GET health": breaks },
    shows: ".empty",
  },
  {
    name: "health-limited",
    title: "Health, for an editor of some agents",
    path: "settings/health",
    scene: { "GET me": says({ ...owner, role: "editor", agents: ["larkfield"] }) },
    shows: ".empty",
  },
  {
    name: "help",
    title: "The keys of a page, and its command",
    path: "chats",
    keys: ["?"],
    shows: ".page-command",
  },
  ...gapsStates,
  ...answersStates,
  ...agentTestsStates,
  ...inboxStates,
  { name: "unknown", title: "A page that is not there", path: "nowhere", shows: ".empty" },
];

/** The responses of a state. */
export function sceneFor(name: string): Scene {
  const state = consoleStates.find((each) => each.name === name);
  return { ...fullScene, ...state?.scene };
}
