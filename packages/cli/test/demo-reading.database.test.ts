import type { AgentRecord } from "@servicechat/storage";
import { expect, test, vi } from "vitest";
import { createDemoReading } from "../src/demo/demo-reading.ts";

/** No pause lasts: who waits for the documents a limited time only does not wait for them here. */
vi.mock(import("node:timers/promises"), async (original) => ({
  ...(await original()),
  setTimeout: async <T>(_ms?: number, value?: T) => value as T,
}));

const guide = { agentId: "demo" };

/** A reading whose sync lasts until `end` is called, and the events in their order. */
function beginReading() {
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<Error | undefined>();
  const events: string[] = [];
  const reading = createDemoReading(
    {
      storage: {
        agents: { find: async (id: string) => ({ id }) as AgentRecord },
      },
      knowledge: {
        async sync(_agent: AgentRecord, { onRead }: { onRead?: () => void }) {
          started.resolve();
          const failure = await ended.promise;
          if (failure) throw failure;
          events.push("read");
          onRead?.();
        },
      },
      log: { warn: () => undefined },
    } as unknown as Parameters<typeof createDemoReading>[0],
    { guide } as Parameters<typeof createDemoReading>[1],
  );
  const signal = new AbortController().signal;
  const begun = reading.begin({ signal, embedAfter: Promise.resolve() });
  return {
    reading,
    events,
    begun,
    syncing: started.promise,
    end: (failure?: Error) => ended.resolve(failure),
  };
}

test("a question waits for the documents however long they take to read", async () => {
  const { reading, events, syncing, begun, end } = beginReading();
  const answered = reading.untilRead(guide.agentId).then(() => events.push("answered"));
  await syncing;
  end();
  await Promise.all([answered, begun]);
  expect(events).toEqual(["read", "answered"]);
});

test("a question waits no longer once the documents could not be read", async () => {
  const { reading, syncing, begun, end } = beginReading();
  const answered = reading.untilRead(guide.agentId);
  await syncing;
  end(new Error("The disk is full."));
  await Promise.all([answered, begun]);
});

test("questions to other agents do not wait", async () => {
  const { reading, begun, end } = beginReading();
  await reading.untilRead("another");
  end();
  await begun;
});
