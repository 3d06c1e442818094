import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import type { ModelServer } from "../support/model-server.ts";
import { spawnService } from "../support/spawn-service.ts";
import type { SpawnedService } from "../support/spawn-service.ts";
import { lossesOf } from "./check-history.ts";
import type { Loss } from "./check-history.ts";
import { createVisitor } from "./remembering-visitor.ts";
import type { RememberingVisitor } from "./remembering-visitor.ts";
import { answering } from "./scripted-answers.ts";

/*
 * Tests the checker itself: losses are planted in the database of a running service, and must be found in what the
 * service then returns.
 */

const planted: readonly (readonly [string, string, Loss["kind"]])[] = [
  ["an acknowledged message is gone", "delete from messages where content = 'two'", "lost message"],
  [
    "a message is there twice",
    `insert into messages (id, session_id, turn, position, content, parts, created_at)
     select 'again', session_id, turn, position + 1, content, parts, created_at from messages where content = 'two'`,
    "doubled message",
  ],
  [
    "two turns changed places",
    `update messages set turn = -turn where turn in (2, 3);
     update messages set turn = 5 + turn where turn < 0;
     update replies set turn = -turn where turn in (2, 3);
     update replies set turn = 5 + turn where turn < 0`,
    "out of order",
  ],
  ["a message is somebody else's", "update messages set content = 'psst' where turn = 2", "foreign text"],
  [
    "a reply lacks its end, which was heard",
    "update replies set content = substr(content, 1, 40), status = 'incomplete' where turn = 2",
    "lost text",
  ],
  [
    "a reply has a word twice",
    "update replies set content = replace(content, 'two#3', 'two#3 two#3') where turn = 2",
    "foreign text",
  ],
  ["a reply goes on for ever", "update replies set status = 'streaming' where turn = 2", "never ended"],
];

describe("a loss that is planted in the database is found", () => {
  let model: ModelServer;
  let service: SpawnedService;
  let visitor: RememberingVisitor;
  let database: DatabaseSync;

  beforeAll(async () => {
    model = await startModelServer(answering({ pauseMs: 0 }));
    service = await spawnService({ model: { provider: "openai", baseUrl: model.baseUrl, name: "m" } });
    await service.start();
    visitor = createVisitor(() => service, { pauseMs: 50, maxPauseMs: 500 });
    for (const text of ["one", "two", "three"]) await visitor.say(text);
    database = new DatabaseSync(`${service.dataDirectory}/data/servicechat.db`, { timeout: 5_000 });
  });
  afterAll(async () => {
    database.close();
    await service[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
  });

  const losses = async () => lossesOf(await visitor.chat({ killedAt: [], delays: [] }));

  test.each(planted)("%s", async (_, sql, kind) => {
    expect(await losses()).toEqual([]);
    database.exec("create temp table kept_messages as select * from messages");
    database.exec("create temp table kept_replies as select * from replies");
    database.exec(sql);

    expect((await losses()).map((loss) => loss.kind)).toContain(kind);

    database.exec("delete from messages; insert into messages select * from kept_messages");
    database.exec("delete from replies; insert into replies select * from kept_replies");
    database.exec("drop table kept_messages; drop table kept_replies");
    expect(await losses()).toEqual([]);
  });
});
