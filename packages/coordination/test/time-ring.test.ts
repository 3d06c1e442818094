import fc from "fast-check";
import { expect, test } from "vitest";
import { createTimeRing, timesOf } from "../src/memory/time-ring.ts";

test("a ring contains what a list would contain, however it grows and wraps", () => {
  const push = fc.record({ push: fc.integer({ min: 1, max: 40 }) });
  const drop = fc.record({ dropUntil: fc.integer({ min: 0, max: 60 }) });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -50, max: 0 }), { maxLength: 40 }),
      fc.array(fc.oneof(push, drop)),
      (first, moves) => {
        let list = first.toSorted((one, other) => one - other);
        const ring = createTimeRing(first);
        let time = 0;
        for (const move of moves) {
          if ("push" in move) {
            for (let count = 0; count < move.push; count++) {
              ring.push(time);
              list.push(time++);
            }
          } else {
            const until = time - move.dropUntil;
            ring.dropUntil(until);
            list = list.filter((kept) => kept > until);
          }
          expect(timesOf(ring)).toEqual(list);
        }
      },
    ),
  );
});
