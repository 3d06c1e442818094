/** An order of the demo's coffee shop, as the shop looks at it. */
interface Order {
  readonly number: string;
  /** Of the delivery address: who looks an order up must know it. */
  readonly postcode: string;
  readonly status: "being roasted" | "on its way" | "delivered" | "cancelled";
  /** Days from today to its delivery, so that the demo is as fresh in a year as now; negative when that was before. */
  readonly days: number;
  readonly items: readonly string[];
  readonly total: string;
}

/** A response of the shop's back end: a status and a JSON body. The message is for people. */
export interface ShopAnswer {
  readonly status: number;
  readonly body: { readonly message: string } & Readonly<Record<string, unknown>>;
}

/** The orders of the demo's coffee shop, in memory. */
export interface ShopOrders {
  /** Looks up an order. A missing one is a valid response too. */
  find(number: string, postcode: string): ShopAnswer;
  /** Moves a delivery to the next such day of the week, as English calls it; until that day is over, and at most until the service stops. */
  moveDelivery(number: string, postcode: string, weekday: string): ShopAnswer;
}

const madeUp: readonly Order[] = [
  {
    number: "1042",
    postcode: "4310",
    status: "on its way",
    days: 2,
    items: ["2 × Meadow, 250 g", "1 × Stone Wall, 250 g"],
    total: "€35.90",
  },
  {
    number: "1047",
    postcode: "2500",
    status: "being roasted",
    days: 4,
    items: ["1 × Dusk, 1 kg, ground for espresso"],
    total: "€39.90",
  },
  {
    number: "1038",
    postcode: "8050",
    status: "delivered",
    days: -3,
    items: ["1 × Stone Wall, 250 g", "1 × Paper filters", "Delivery"],
    total: "€22.70",
  },
  {
    number: "1040",
    postcode: "6300",
    status: "cancelled",
    days: -1,
    items: ["1 × Meadow, 1 kg"],
    total: "€45.00",
  },
];

const dayMs = 86_400_000;
const sunday = 0;
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const written = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/**
 * Opens the books of the demo's coffee shop. They hold these few orders whatever is asked of them: a change is a day
 * beside an order, and is forgotten once that day is over.
 */
export function createShopOrders(nowMs: () => number): ShopOrders {
  const moved = new Map<Order, number>();

  const today = () => Math.floor(nowMs() / dayMs);

  function dayOf(order: Order): number {
    const day = moved.get(order);
    if (day !== undefined && day >= today()) return day;
    moved.delete(order);
    const planned = today() + order.days;
    // Nothing is delivered on a Sunday.
    return weekdayOf(planned) === sunday ? planned + 1 : planned;
  }

  function told(order: Order): string {
    const day = dateOf(dayOf(order));
    switch (order.status) {
      case "delivered":
        return `Order ${order.number} was delivered on ${day}.`;
      case "cancelled":
        return `Order ${order.number} was cancelled, and ${order.total} was refunded on ${day}.`;
      case "on its way":
        return `Order ${order.number} is on its way, and arrives on ${day}.`;
      case "being roasted":
        return `Order ${order.number} is being roasted, and arrives on ${day}.`;
    }
  }

  return {
    find(number, postcode) {
      const order = findOrder(number, postcode);
      if (!order) return { status: 200, body: { message: unknownOrder(number) } };
      const { items, total } = order;
      return { status: 200, body: { message: told(order), items, total } };
    },
    moveDelivery(number, postcode, weekday) {
      const order = findOrder(number, postcode);
      if (!order) return { status: 404, body: { message: unknownOrder(number) } };
      const wanted = weekdays.indexOf(weekday);
      if (wanted <= sunday)
        return {
          status: 400,
          body: { message: "We deliver from Monday to Saturday. Please choose one of these days." },
        };
      if (order.status === "delivered" || order.status === "cancelled")
        return { status: 409, body: { message: `${told(order)} Its delivery can no longer be changed.` } };
      const tomorrow = today() + 1;
      const day = tomorrow + ((wanted - weekdayOf(tomorrow) + 7) % 7);
      moved.set(order, day);
      return { status: 200, body: { message: `Order ${number} now arrives on ${dateOf(day)}.` } };
    },
  };
}

function findOrder(number: string, postcode: string): Order | undefined {
  return madeUp.find((order) => order.number === number && order.postcode === postcode);
}

/** The same whether the number or the postcode is wrong: nobody can find out who has ordered. */
function unknownOrder(number: string): string {
  return `There is no order ${number} with that postcode. Please check both against the email that confirmed the order.`;
}

/** Of a day since 1970, which was a Thursday. */
function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

function dateOf(day: number): string {
  return written.format(day * dayMs);
}
