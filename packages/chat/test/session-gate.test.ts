import type { History } from "@servicechat/contract";
import type { Uploaded } from "@servicechat/client";
import { describe, expect, test } from "vitest";
import { createSessionGate } from "../src/conversation/session-gate.ts";
import { createPersistedValue } from "../src/session/persisted-value.ts";
import { memoryArea } from "../src/session/storage-areas.ts";
import { answering, offline, refusal, scriptChat, settled } from "./script-chat.ts";

const taken = (token: string): Uploaded => ({
  token,
  file: { id: "file_1", name: "lamp.png", mediaType: "image/png", size: 1 },
});
const lamp = new File(["x"], "lamp.png");

describe("a visitor without a session", () => {
  test("waits for the file that opens one, and then belongs to it", async () => {
    const { promise, resolve } = Promise.withResolvers<Uploaded>();
    const { chat, posted } = scriptChat({ upload: [() => promise], post: [answering("A")] });
    await chat.start();
    const sending = chat.upload(lamp, {});
    chat.send("hello");
    await settled();
    expect(posted).toHaveLength(0);
    resolve(taken("st_upload"));
    await sending;
    await settled();
    expect(posted[0]?.options.token).toBe("st_upload");
  });

  test("waits for the message that opens one, until it is accepted, not until it is answered", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
    const tokens: (string | undefined)[] = [];
    const { chat } = scriptChat({
      post: [
        async ({ options }) => {
          await accepted;
          options.onOpen?.({ token: "st_1", replayed: false });
          await answered;
        },
      ],
      upload: [
        (_file, options) => {
          tokens.push(options?.token);
          return Promise.resolve(taken("st_1"));
        },
      ],
    });
    await chat.start();
    chat.send("hello");
    await settled();
    const sending = chat.upload(lamp, {});
    await settled();
    expect(tokens).toEqual([]);
    accept();
    await sending;
    expect(tokens).toEqual(["st_1"]);
    answer();
    await settled();
  });

  test("opens it after one that failed, and after a chat that was left", async () => {
    const { chat, posted } = scriptChat({
      upload: [() => Promise.reject(offline), () => new Promise(() => undefined)],
      post: [answering("A"), answering("B")],
    });
    await chat.start();
    const sending = chat.upload(lamp, {});
    chat.send("one");
    await expect(sending).rejects.toBe(offline);
    await settled();
    expect(posted[0]?.options.token).toBeUndefined();
    chat.startNew();
    void chat.upload(lamp, {});
    chat.send("two");
    chat.startNew();
    chat.send("three");
    await settled();
    expect(posted.map(({ messages }) => messages[0]?.block)).toEqual([{ value: "one" }, { value: "three" }]);
  });

  test("keeps nobody waiting once another tab has opened it", async () => {
    const token = createPersistedValue("token", [memoryArea()]);
    let released = 0;
    const gate = createSessionGate(async () => {
      token.write("st_other");
      return () => (released += 1);
    });
    void gate.through(token, () => new Promise(() => undefined));
    await settled();
    expect(released).toBe(1);
  });

  test("is released by the one that opens it now, not by one that was released earlier and ends in the meantime", async () => {
    const gate = createSessionGate(() => Promise.resolve(() => undefined));
    const ends = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const begun: number[] = [];
    const through = (number: number) =>
      gate.through(undefined, async () => {
        begun.push(number);
        await ends[number - 1]?.promise;
      });
    const first = through(1);
    await settled();
    gate.open(); // its session is immediately gone again
    const second = through(2);
    await settled();
    ends[0]?.resolve();
    await first;
    const third = through(3);
    await settled();
    expect(begun).toEqual([1, 2]);
    for (const { resolve } of ends) resolve();
    await Promise.all([second, third]);
    expect(begun).toEqual([1, 2, 3]);
  });
});

describe("an upload that was removed", () => {
  test("does not bring back its session, nor start another", async () => {
    const life = new AbortController();
    const { chat, token } = scriptChat({
      kept: "st_old",
      history: [() => Promise.resolve({ messages: [] })],
      upload: [
        () => {
          life.abort();
          return Promise.resolve(taken("st_late"));
        },
        () => {
          gone.abort();
          return Promise.reject(refusal(404, "session_not_found"));
        },
      ],
    });
    const gone = new AbortController();
    await chat.start();
    await expect(chat.upload(lamp, { signal: life.signal })).rejects.toBe(life.signal.reason);
    await expect(chat.upload(lamp, { signal: gone.signal })).rejects.toBe(gone.signal.reason);
    expect(token.read()).toBe("st_old");
  });
});

describe("a session that no longer exists when the chat starts", () => {
  test("does not remove the one that a file has opened in the meantime", async () => {
    const { promise: history, reject } = Promise.withResolvers<History>();
    const { chat, token } = scriptChat({
      kept: "st_old",
      history: [() => history],
      upload: [
        () => Promise.reject(refusal(404, "session_not_found")),
        () => Promise.resolve(taken("st_new")),
      ],
    });
    const started = chat.start();
    await settled();
    await chat.upload(lamp, {});
    reject(refusal(404, "session_not_found"));
    await started;
    expect(token.read()).toBe("st_new");
    expect(chat.state.value).toBe("ready");
  });
});
