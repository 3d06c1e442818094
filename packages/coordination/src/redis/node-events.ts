import type { NodeEvent, NodeEvents } from "../coordination.ts";
import { createNodeEvents } from "../memory/node-events.ts";
import type { RedisLink } from "./link.ts";

interface Dependencies {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
}

/**
 * Events between nodes, over one channel. This node's own listeners are called at once, with Redis or without; other
 * nodes receive events while Redis is available. Events during an outage are not repeated later: by then they may mean
 * something else.
 */
export function createRedisNodeEvents({
  link,
  prefix,
  nodeId,
}: Dependencies): NodeEvents & { clear(): void } {
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
