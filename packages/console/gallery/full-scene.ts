import type { Chat, Me } from "@servicechat/contract/admin";
import { someChats, transcript } from "./chats-data.ts";
import { agentsScene } from "./agents-data.ts";
import { answersScene } from "./answers-data.ts";
import { gapsScene } from "./gaps-data.ts";
import { agentTestsScene } from "./agent-tests-data.ts";
import { auditScene } from "./audit-states.ts";
import { settingsScene } from "./settings-data.ts";
import { notificationScene } from "./notification-states.ts";
import { webhookScene } from "./webhook-states.ts";
import { keysScene } from "./keys-data.ts";
import { usageScene } from "./usage-data.ts";
import { fails, lists, says, type Scene } from "./scene.ts";

/** An owner, signed in. */
export const owner: Me = {
  kind: "operator",
  id: "op-1",
  name: "Alma Berg",
  displayName: "Alma",
  named: true,
  role: "owner",
  agents: null,
  password: true,
  passkeys: 1,
  expiresAt: "2026-12-24T10:00:00.000Z",
};

/** Somebody with read-only access. */
export const viewer: Scene = { "GET me": says({ ...owner, role: "viewer", name: "Vera Wolf" }) };

/** Whether a chat passes the filters that Home uses. */
function fits(chat: Chat, query: URLSearchParams): boolean {
  const mark = query.get("mark");
  const holder = query.get("holder");
  const rating = query.get("rating");
  return (
    (mark === null || chat.marks.some((each) => each === mark)) &&
    (holder === null || (holder === "me" ? chat.operator?.id === owner.id : chat.holder === holder)) &&
    (query.get("address") === null || chat.addressSince !== undefined) &&
    (rating === null || chat.rating === rating)
  );
}

/** A service that has been running for a while: every route responds, and changes are answered as if they were made. */
export const fullScene: Scene = {
  "GET me": says(owner),
  "GET faces": says({ items: [] }),
  "POST sign-out": says(undefined, 204),
  "GET chats": ({ query }) =>
    lists(query.get("q") === "nothing" ? [] : someChats.filter((chat) => fits(chat, query))),
  "GET chats/{id}": ({ id }) =>
    someChats.some((chat) => chat.id === id) ? says(transcript) : fails("chat_not_found"),
  "DELETE chats/{id}": says(undefined, 204),
  ...usageScene,
  ...keysScene,
  ...agentsScene,
  ...settingsScene,
  ...auditScene,
  ...notificationScene,
  ...webhookScene,
  ...gapsScene,
  ...answersScene,
  ...agentTestsScene,
};
