import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeEvent, eventId } from "@servicechat/contract";
import type { StreamEvent } from "@servicechat/contract";
import type { Frame, LiveReply } from "@servicechat/coordination";
import { createManualClock } from "./manual-clock.ts";
import type { OpenCoordination } from "./suite.ts";

const replyId = "rep_0198f0c4-0000-7000-8000-000000000001";
const start: StreamEvent = { type: "start", data: {} };
const done: StreamEvent = { type: "done", data: {} };
const text = (data: string): StreamEvent => ({ type: "text", data });
const error: StreamEvent = { type: "error", data: { message: "No.", retryable: true, code: "internal" } };

/** Live replies: everything is written once, and every reader gets it once, in order, from any position. */
export function repliesSuite(driver: string, open: OpenCoordination): void {
  describe(`${driver}: live replies`, () => {
    test("a frame is the event as sent over the wire, numbered from 1", async () => {
      await using coordination = await open(createManualClock());
      const writer = coordination.replies.create(replyId);
      const { reply } = writer;
      expect(reply).toMatchObject({ id: replyId, last: 0, ended: false });
      expect(reply.after(0)).toEqual([]);

      writer.write(start);
      writer.write(text("Grüße\n"));
      expect(reply.after(0).map(({ seq, type }) => [seq, type])).toEqual([
        [1, "start"],
        [2, "text"],
      ]);
      expect(wire(reply.after(1))).toBe(encodeEvent(text("Grüße\n"), eventId(replyId, 2)));
      expect(reply.last).toBe(2);
    });

    test("every reader gets the very same frames", async () => {
      await using coordination = await open(createManualClock());
      const writer = coordination.replies.create(replyId);
      const { reply } = writer;
      writer.write(start);
      expect(reply.after(0)[0]).toBe(reply.after(0)[0]);
    });

    test("a list that was read does not grow", async () => {
      await using coordination = await open(createManualClock());
      const writer = coordination.replies.create(replyId);
      const { reply } = writer;
      writer.write(start);
      const read = reply.after(0);
      writer.write(text("later"));
      expect(read).toHaveLength(1);
      expect(reply.after(2)).toEqual([]);
      expect(reply.after(99)).toEqual([]);
    });

    test.each([done, error])("nothing follows the terminal event $type", async (terminal) => {
      await using coordination = await open(createManualClock());
      const writer = coordination.replies.create(replyId);
      const { reply } = writer;
      let calls = 0;
      writer.write(start);
      writer.write(terminal);
      reply.onFrames(() => calls++);
      for (const event of [text("more"), error, done]) writer.write(event);
      expect(reply).toMatchObject({ last: 2, ended: true });
      expect(reply.after(0).map((frame) => frame.type)).toEqual(["start", terminal.type]);
      expect(calls).toBe(0);
    });

    test("a running reply is found by its id until it is released, and can then still be read by its holders", async () => {
      await using coordination = await open(createManualClock());
      expect(await coordination.replies.find(replyId)).toBeUndefined();
      const writer = coordination.replies.create(replyId);
      writer.write(start);
      const found = await coordination.replies.find(replyId);
      expect(found?.last).toBe(1);
      writer.write(done);
      writer.close();
      expect(await coordination.replies.find(replyId)).toBeUndefined();
      expect(found?.after(0).map((frame) => frame.type)).toEqual(["start", "done"]);
    });

    test("releasing one reply does not affect the others", async () => {
      await using coordination = await open(createManualClock());
      const other = replyId.replace(/1$/, "2");
      const writer = coordination.replies.create(replyId);
      coordination.replies.create(other);
      writer.close();
      writer.close();
      expect((await coordination.replies.find(other))?.id).toBe(other);
    });

    test("abandoning a reply that is not running does nothing, and does not affect the others", async () => {
      await using coordination = await open(createManualClock());
      const { replies } = coordination;
      replies.abandon(replyId, error);
      expect(await replies.find(replyId)).toBeUndefined();
      const over = replies.create(replyId);
      over.write(start);
      over.write(done);
      over.close();
      const other = replies.create(replyId.replace(/1$/, "2"));
      other.write(start);
      replies.abandon(replyId, error);
      expect(await replies.find(replyId)).toBeUndefined();
      expect(over.reply.after(0).map((frame) => frame.type)).toEqual(["start", "done"]);
      expect(await replies.find(other.reply.id)).toMatchObject({ last: 1, ended: false });
    });

    test("a listener is called when a frame can be read", async () => {
      await using coordination = await open(createManualClock());
      const writer = coordination.replies.create(replyId);
      const { reply } = writer;
      const heard: (readonly [number, boolean])[] = [];
      reply.onFrames(() => heard.push([reply.last, reply.ended]));
      writer.write(start);
      expect(heard).toEqual([[1, false]]);
      writer.write(done);
      expect(heard).toEqual([
        [1, false],
        [2, true],
      ]);
    });

    test("an unsubscribed listener is not called, even if another unsubscribes it while both are being called", async () => {
      await using coordination = await open(createManualClock());
      const writer = coordination.replies.create(replyId);
      const { reply } = writer;
      const heard: string[] = [];
      const stopFirst = reply.onFrames(() => {
        heard.push("first");
        stopFirst();
        stopSecond();
      });
      const stopSecond = reply.onFrames(() => heard.push("second"));
      reply.onFrames(() => heard.push("third"));
      writer.write(start);
      writer.write(text("more"));
      expect(heard).toEqual(["first", "third", "third"]);
    });

    test("a listener that unsubscribes and subscribes again while it is called waits for the next frame", async () => {
      await using coordination = await open(createManualClock());
      const writer = coordination.replies.create(replyId);
      const { reply } = writer;
      let calls = 0;
      const listen = (): void => {
        const stop = reply.onFrames(() => {
          calls++;
          stop();
          listen();
        });
      };
      listen();
      writer.write(start);
      expect(calls).toBe(1);
      writer.write(done);
      expect(calls).toBe(2);
    });

    test("a follower that starts anywhere gets every later frame once, in order", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.string(), { maxLength: 30 }),
          fc.array(fc.nat(), { maxLength: 8 }),
          async (texts, seeds) => {
            await using coordination = await open(createManualClock());
            const writer = coordination.replies.create(replyId);
            const { reply } = writer;
            const events = [start, ...texts.map(text), done];
            const followers: { readonly from: number; readonly seen: Frame[] }[] = [];
            events.forEach((event, index) => {
              writer.write(event);
              for (const seed of seeds.filter((number) => number % events.length === index)) {
                const from = seed % (reply.last + 1);
                followers.push({ from, seen: follow(reply, from) });
              }
            });
            expect(followers).toHaveLength(seeds.length);
            for (const { from, seen } of followers) {
              expect(seen.map((frame) => frame.seq)).toEqual(events.map((_, index) => index + 1).slice(from));
              const expected = events.map((event, index) => encodeEvent(event, eventId(replyId, index + 1)));
              expect(wire(seen)).toBe(expected.slice(from).join(""));
            }
          },
        ),
      );
    });
  });
}

/** Reads from a position on as a socket does: first the current frames, then those of each call, until the end. */
function follow(reply: LiveReply, from: number): Frame[] {
  const seen: Frame[] = [];
  const read = (): void => void seen.push(...reply.after(from + seen.length));
  read();
  if (reply.ended) return seen;
  const stop = reply.onFrames(() => {
    read();
    if (reply.ended) stop();
  });
  return seen;
}

function wire(frames: readonly Frame[]): string {
  return frames.map((frame) => frame.text).join("");
}
