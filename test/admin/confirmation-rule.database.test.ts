import { expect, test } from "vitest";
import { adminRoutes } from "../../packages/server/src/routes/admin-routes.ts";

/** Why a change needs no confirmation: what is left of it once the session has ended gives nobody access to anything. */
const harmless: Readonly<Record<string, string>> = {
  "POST sign-out": "takes access away",
  "DELETE me/sessions/{id}": "takes access away",
  "DELETE me/push/{id}": "takes access away",
  "POST me/push": "ends with the session",
  "POST me/push/{id}/test": "sends fixed words",
  "POST me/notifications/mail/test": "sends fixed words",
  "POST mail/test": "sends fixed words",
  "POST webhooks/{id}/test": "sends fixed words to where events go",
  "POST webhooks/{id}/deliveries/{delivery}/replay": "sends an event to where it was sent",
  "POST letter/send": "sends to where events go",
  "PATCH letter": "sends to where events go",
  "POST me/confirm": "is the confirmation",
  "POST me/confirm/options": "is the confirmation",
  "PUT me/password": "needs one, or the password that is set",
  "DELETE me/password": "needs the password that is set",
  "PUT me/availability": "says something of the person",
  "PUT me/display-name": "says something of the person",
  "PATCH me/passkeys/{id}": "renames",
  "POST chats/{id}/take": "is said in a chat",
  "POST chats/{id}/messages": "is said in a chat",
  "POST chats/{id}/notes": "is said in a chat",
  "POST chats/{id}/assign": "is said in a chat",
  "POST chats/{id}/hand-back": "is said in a chat",
  "POST chats/{id}/done": "is said in a chat",
  "POST chats/{id}/close": "is said in a chat",
  "POST chats/{id}/presence": "is said in a chat",
  "POST chats/{id}/draft": "is said in a chat",
  "POST chats/{id}/typing": "is said in a chat",
  "POST chats/{id}/flags": "is said in a chat",
  "DELETE chats/{id}/flags/{message}": "is said in a chat",
  "DELETE chats/{id}": "removes",
  "DELETE users/{id}/chats": "removes",
  "DELETE agents/{id}": "removes",
  "DELETE answers/{id}": "removes",
  "DELETE canned/{id}": "removes",
  "DELETE prices/{id}": "removes",
  "DELETE tokens/{id}": "takes access away",
  "DELETE webhooks/{id}": "takes access away",
  "POST keys/{id}/revoke": "takes access away",
  "POST canned": "changes what is said",
  "PATCH canned/{id}": "changes what is said",
  "POST answers": "changes what is said",
  "PATCH answers/{id}": "changes what is said",
  "POST answers/try": "stores nothing",
  "POST agents/check": "stores nothing",
  "POST agents/{id}/preview": "ends with the rights of its author",
  "POST agents/{id}/knowledge/sync": "reads what the agent's file names",
  "POST agents/{id}/knowledge/evaluate": "stores nothing",
  "PUT agents/{id}/tests": "changes what is tested",
  "POST agents/{id}/tests/run": "sends test questions to where the agent sends visitors'",
  "POST gaps/{id}/dismiss": "changes a list",
  "POST gaps/{id}/reopen": "changes a list",
  "POST prices": "changes what is counted",
  "PUT budget": "changes what is counted",
};

test("a confirmation is needed for every change, unless what is left of it gives nobody access to anything", () => {
  const free = Object.entries(adminRoutes).flatMap(([path, routes]) =>
    Object.entries(routes).flatMap(([method, { access, needsConfirmation }]) =>
      method === "GET" || access === "anyone" || needsConfirmation ? [] : [`${method} ${path}`],
    ),
  );
  expect(free.toSorted()).toEqual(Object.keys(harmless).toSorted());
});
