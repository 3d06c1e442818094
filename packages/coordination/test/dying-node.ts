import { openRedisNode } from "../src/redis/open-redis-node.ts";

/**
 * A separate process that joins, runs turn 1 of session `s`, starts a reply, prints its name and waits to be killed.
 */
const [url = "", prefix = "", replyId = "", leaseMs, renewMs] = process.argv.slice(2);
const node = await openRedisNode({
  url,
  prefix,
  clock: { monotonicMs: () => performance.now() },
  leaseMs: Number(leaseMs),
  renewMs: Number(renewMs),
});
const slot = await node.turns.reserve("s");
await slot?.lineUp(1);
node.replies.create(replyId).write({ type: "start", data: {} });
await node.nodes.alive();
process.stdout.write(`${node.nodes.id}\n`);
