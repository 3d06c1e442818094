import { expect, test } from "vitest";
import { createConnectionQueue } from "../../src/sqlite/connection-queue.ts";

test("the connection is one user's at a time, in the order in which they asked, also when one asks as another leaves", async () => {
  const queue = createConnectionQueue();
  const order: string[] = [];
  const use = async (name: string): Promise<void> => {
    await queue.enter();
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    queue.leave();
    if (name === "second") await use("late");
  };

  await Promise.all([use("first"), use("second"), use("third")]);

  const names = ["first", "second", "third", "late"];
  expect(order).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
});
