import { hashSecret } from "@servicechat/operations/key-secret";
import { expect, test } from "vitest";
import { agentFile } from "../support/admin-bodies.ts";
import { putAgent, startConsole } from "../support/start-console.ts";
import type { AdminAsk, TestConsole } from "../support/start-console.ts";

const draft = (id: string) => `/console/api/agents/${id}/draft`;

/** A token that speaks for a person. */
async function tokenOf({ storage }: TestConsole, operatorId: string): Promise<string> {
  const [id, secret] = ["abcdef012345", "s".repeat(43)];
  await storage.apiTokens.create({
    id,
    secretHash: hashSecret(secret),
    name: "Deploy",
    role: "editor",
    agents: null,
    operatorId,
    createdBy: { kind: "command_line", id: null, name: null },
    createdAt: Date.now(),
    expiresAt: Date.now() + 60_000,
  });
  return `sc_${id}_${secret}`;
}

test("a draft is there again for its author alone, says when the agent has moved on, and ends when it is applied", async () => {
  await using console = await startConsole();
  await putAgent(console, "shop");
  const { cookie, me } = await console.signIn("editor");
  const stranger = await console.token("editor");
  const bound = await tokenOf(console, me.id);
  const ask = (method: string, agent: string, sent: AdminAsk) => console.ask(method, draft(agent), sent);

  // It need not be valid, and its agent need not exist.
  const file = `${agentFile("shop")}not finished: [\n`;
  const begun = await ask("PUT", "not-yet", { cookie, body: { file: "" } });
  expect(begun).toMatchObject({ status: 200, body: { agent: "not-yet", basedOn: null, live: null } });
  const saved = await ask("PUT", "shop", { cookie, body: { file } });
  expect(saved).toMatchObject({ status: 200, body: { file, basedOn: 1, live: 1 } });
  expect(saved.headers["etag"]).toBe(`"${saved.body.revision}"`);
  const days = (Date.parse(saved.body.expiresAt) - Date.parse(saved.body.savedAt)) / 86_400_000;
  expect(days).toBe(30);

  // On another device, and with a token of the same person; nobody else has it.
  expect((await ask("GET", "shop", { token: bound })).body).toEqual(saved.body);
  expect(await ask("GET", "shop", { token: stranger })).toMatchObject({
    status: 404,
    body: { code: "draft_not_found" },
  });
  const mine = await console.ask("GET", "/console/api/drafts", { cookie });
  expect(mine.body.items.map((item: object) => Object.entries(item)[0]?.[1])).toEqual(["shop", "not-yet"]);
  expect(mine.text).not.toContain("not finished");

  // A second tab that has not seen the newest one may say so.
  const seen = { "if-match": `"${saved.body.revision}"` };
  expect((await ask("PUT", "shop", { cookie, headers: seen, body: { file: `${file}#` } })).status).toBe(200);
  expect(await ask("PUT", "shop", { cookie, headers: seen, body: { file } })).toMatchObject({
    status: 412,
    body: { code: "precondition_failed" },
  });

  // What somebody else applies leaves it, and shows that the agent has moved on.
  const apply = (sent: AdminAsk, text: string) =>
    console.ask("PUT", "/console/api/agents/shop", {
      ...sent,
      headers: { "if-match": "*" },
      body: { file: text },
    });
  expect((await apply({ token: stranger }, `${agentFile("shop")}# theirs\n`)).status).toBe(200);
  expect((await ask("GET", "shop", { cookie })).body).toMatchObject({ basedOn: 1, live: 2 });
  expect((await ask("PUT", "shop", { cookie, body: { file, basedOn: 2 } })).body.basedOn).toBe(2);
  // A pipeline of its author applies something else.
  expect((await apply({ token: bound }, `${agentFile("shop")}# pipeline\n`)).status).toBe(200);
  expect((await ask("GET", "shop", { cookie })).body).toMatchObject({ file, basedOn: 2, live: 3 });
  // A file with a fault changes nothing; the author's next one ends the draft, even if it was never saved as one.
  expect((await apply({ cookie }, file)).status).toBe(400);
  expect((await ask("GET", "shop", { cookie })).status).toBe(200);
  expect((await apply({ cookie }, `${agentFile("shop")}# finished\n`)).status).toBe(200);
  expect((await ask("GET", "shop", { cookie })).status).toBe(404);

  expect((await ask("DELETE", "not-yet", { cookie })).status).toBe(204);
  expect(await ask("DELETE", "not-yet", { cookie })).toMatchObject({
    status: 404,
    body: { code: "draft_not_found" },
  });
  expect(await ask("PUT", "No%20id", { cookie, body: { file } })).toMatchObject({ status: 400 });

  // Deleting the agent deletes the drafts of everybody.
  expect((await ask("PUT", "shop", { token: stranger, body: { file } })).status).toBe(200);
  const gone = await console.ask("DELETE", "/console/api/agents/shop", {
    token: await console.token("owner"),
  });
  expect(gone.status).toBe(204);
  expect((await ask("GET", "shop", { token: stranger })).status).toBe(404);
});
