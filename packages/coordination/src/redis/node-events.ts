import type { NodeEvent, NodeEvents } from "../coordination.ts";
import { createNodeEvents } from "../memory/node-events.ts";
import type { RedisLink } from "./link.ts";

interface Parts {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
}

/**
 * Events between nodes, over one channel. This node's own listeners hear at once, Redis or not; the others hear while
 * Redis is there. What is said during an outage is not said again later: by then it may mean something else.
 */
export function createRedisNodeEvents({ link, prefix, nodeId }: Parts): NodeEvents & { clear(): void } {
  const local = createNodeEvents();
  const channel = `${prefix}:notices`;

  link.hear(channel, (message) => {
    const { from, notice: event } = JSON.parse(message) as {
      readonly from: string;
      readonly notice: NodeEvent;
    };
    if (from !== nodeId) local.publish(event);
  });

  return {
    publish(event) {
      local.publish(event);
      if (link.up)
        link.send("PUBLISH", channel, JSON.stringify({ from: nodeId, notice: event })).catch(() => undefined);
    },
    subscribe: (listener) => local.subscribe(listener),
    clear: () => local.clear(),
  };
}
