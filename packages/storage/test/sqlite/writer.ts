import { openSqlite } from "../../src/sqlite/index.ts";
import { putAgent } from "../suite/samples.ts";

/*
 * A separate process for the tests: opens the database given as its first argument, then accepts turns of one session
 * endlessly, or as many as the second argument says, and prints each number once it is committed.
 */
const [, , file = "", name = "writer", count = "Infinity"] = process.argv;

const storage = await openSqlite({ file });
await putAgent(storage, name);
const sessionId = `ses_${name}_${process.pid}`;
for (let number = 1; number <= Number(count); number++) {
  const opening = { id: sessionId, agentId: name, tokenHash: `hash of ${sessionId}` };
  const replyId = `rep_${sessionId}_${number}`;
  await storage.conversations.acceptTurn({
    session: number === 1 ? opening : { id: sessionId },
    messages: [{ id: `msg_${sessionId}_${number}`, content: `Message ${number}`, parts: [] }],
    replyId,
    node: name,
    at: number,
  });
  await storage.conversations.saveProgress([{ replyId, offset: 0, appended: `Reply ${number}` }]);
  process.stdout.write(`${sessionId} ${number}\n`);
}
await storage.close();
