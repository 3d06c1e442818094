import { asObject, ServiceError } from "@servicechat/contract";
import { readJsonBody } from "../answer/read-body.ts";
import { sendJson } from "../answer/send-json.ts";
import { bears } from "../bearer.ts";
import type { House } from "../house.ts";
import type { OpenHandler, Visit } from "../visit.ts";
import { createShopOrders, type ShopAnswer } from "./shop-orders.ts";

/** The back end of the demo's coffee shop: what the tools of its agent ask. */
interface DemoShop {
  /** GET /demo/shop/orders/{number}?postcode= */
  readonly findOrder: OpenHandler;
  /** POST /demo/shop/deliveries/{number}, with `postcode` and `day` as JSON */
  readonly moveDelivery: OpenHandler;
}

/**
 * Opens the back end of the demo's coffee shop. It is there for this service alone, whose limits for each visitor are
 * then its own: to everybody else, and without that agent, there is nothing.
 */
export function demoShop({ demo, nowMs }: Pick<House, "demo" | "nowMs">): DemoShop {
  const orders = createShopOrders(nowMs);

  function forOwnService(answer: (visit: Visit) => ShopAnswer | Promise<ShopAnswer>): OpenHandler {
    return async (visit) => {
      const secret = demo?.shop?.secret;
      if (secret === undefined || !bears(visit.request.headers.authorization, secret))
        throw new ServiceError("not_found");
      const { status, body } = await answer(visit);
      sendJson(visit, body, status);
    };
  }

  return {
    findOrder: forOwnService((visit) => {
      const query = new URLSearchParams(visit.request.url?.split("?")[1]);
      return orders.find(numberIn(visit), query.get("postcode") ?? "");
    }),
    moveDelivery: forOwnService(async (visit) => {
      const { value } = await readJsonBody(visit);
      const { postcode, day } = asObject(value) ?? {};
      return orders.moveDelivery(numberIn(visit), textOf(postcode), textOf(day));
    }),
  };
}

/** What is not the number of an order, however it is encoded, is the number of none. */
function numberIn({ path }: Visit): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
