import type { Notice, Notices } from "../coordination.ts";
import { createNotices } from "../memory/notices.ts";
import type { RedisLink } from "./link.ts";

interface Parts {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
}

/**
 * Notices between nodes, over one channel. This node's own listeners hear at once, Redis or not; the others hear while
 * Redis is there. What is said during an outage is not said again later: by then it may mean something else.
 */
export function createRedisNotices({ link, prefix, nodeId }: Parts): Notices & { clear(): void } {
  const local = createNotices();
  const channel = `${prefix}:notices`;

  link.hear(channel, (message) => {
    const { from, notice } = JSON.parse(message) as { readonly from: string; readonly notice: Notice };
    if (from !== nodeId) local.publish(notice);
  });

  return {
    publish(notice) {
      local.publish(notice);
      if (link.up)
        link.send("PUBLISH", channel, JSON.stringify({ from: nodeId, notice })).catch(() => undefined);
    },
    subscribe: (listener) => local.subscribe(listener),
    clear: () => local.clear(),
  };
}
