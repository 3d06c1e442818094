import { describe, expect, test } from "vitest";
import { createShopOrders } from "../src/pages/shop-orders.ts";

const dayMs = 86_400_000;
/** A Wednesday, in the afternoon. */
const wednesday = Date.UTC(2026, 10, 25, 15);

function openOrders(at = wednesday) {
  const time = { now: at };
  return { time, orders: createShopOrders(() => time.now) };
}

describe("the orders of the demo's coffee shop", () => {
  test("are found by number and postcode, and told in a sentence with what is in them", () => {
    const { orders } = openOrders();
    expect(orders.find("1042", "4310")).toEqual({
      status: 200,
      body: {
        message: "Order 1042 is on its way, and arrives on Friday 27 November.",
        items: ["2 × Meadow, 250 g", "1 × Stone Wall, 250 g"],
        total: "€35.90",
      },
    });
    expect(orders.find("1047", "2500").body.message).toContain("is being roasted, and arrives on Monday 30");
    expect(orders.find("1038", "8050").body.message).toContain("was delivered on Monday 23 November");
    expect(orders.find("1040", "6300").body.message).toContain("was cancelled, and €45.00 was refunded");
  });

  test("are never delivered on a Sunday", () => {
    const { orders } = openOrders(wednesday + 2 * dayMs);
    expect(orders.find("1042", "4310").body.message).toContain("Monday 30 November");
  });

  test("are found by nobody who does not know the postcode, and nobody learns that they exist", () => {
    const { orders } = openOrders();
    const wrongPostcode = orders.find("1042", "2500");
    const noSuchOrder = orders.find("9999", "2500");
    expect(wrongPostcode.body.message.replace("1042", "9999")).toBe(noSuchOrder.body.message);
    expect(wrongPostcode.status).toBe(200);
    expect(orders.moveDelivery("1042", "2500", "Friday")).toMatchObject({ status: 404 });
    expect(orders.find("1042", "4310").body.message).toContain("Friday 27");
  });

  test("move to the next such day, tomorrow at the earliest, and back once that day is over", () => {
    const { orders, time } = openOrders();
    const moved = (day: string) => orders.moveDelivery("1042", "4310", day).body.message;
    expect(moved("Thursday")).toBe("Order 1042 now arrives on Thursday 26 November.");
    expect(moved("Wednesday")).toBe("Order 1042 now arrives on Wednesday 2 December.");
    const found = () => orders.find("1042", "4310").body.message;
    expect(found()).toContain("arrives on Wednesday 2 December");

    time.now += 7 * dayMs;
    expect(found()).toContain("arrives on Wednesday 2 December");
    time.now += dayMs;
    expect(found()).toContain("arrives on Saturday 5 December");
  });

  test("that were delivered or cancelled stay as they are, and so do all on a day without deliveries", () => {
    const { orders } = openOrders();
    expect(orders.moveDelivery("1038", "8050", "Friday")).toEqual({
      status: 409,
      body: {
        message: "Order 1038 was delivered on Monday 23 November. Its delivery can no longer be changed.",
      },
    });
    expect(orders.moveDelivery("1040", "6300", "Friday")).toMatchObject({ status: 409 });
    for (const day of ["Sunday", "friday", "constructor", "undefined"])
      expect([day, orders.moveDelivery("1042", "4310", day).status]).toEqual([day, 400]);
    expect(orders.find("1042", "4310").body.message).toContain("Friday 27");
  });
});
