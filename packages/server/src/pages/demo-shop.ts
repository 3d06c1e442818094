import { asObject, ServiceError } from "@servicechat/contract";
import { readJsonBody } from "../request/read-body.ts";
import { sendJson } from "../response/send-json.ts";
import { bears } from "../bearer.ts";
import type { ServerContext } from "../server-context.ts";
import type { OpenHandler, RequestContext } from "../request-context.ts";
import { createShopOrders, type ShopAnswer } from "./shop-orders.ts";

/** The back end of the demo's coffee shop: what the tools of its agent ask. */
interface DemoShop {
  /** GET /demo/shop/orders/{number}?postcode= */
  readonly findOrder: OpenHandler;
  /** POST /demo/shop/deliveries/{number}, with `postcode` and `day` as JSON */
  readonly moveDelivery: OpenHandler;
}

/**
 * Opens the back end of the demo's coffee shop. Only this service can call it, so the service's limits for each visitor
 * apply to it too: for everybody else, and without that agent, it does not exist.
 */
export function demoShop({ demo, nowMs }: Pick<ServerContext, "demo" | "nowMs">): DemoShop {
  const orders = createShopOrders(nowMs);

  function forOwnService(answer: (context: RequestContext) => ShopAnswer | Promise<ShopAnswer>): OpenHandler {
    return async (context) => {
      const secret = demo?.shop?.secret;
      if (secret === undefined || !bears(context.request.headers.authorization, secret))
        throw new ServiceError("not_found");
      const { status, body } = await answer(context);
      sendJson(context, body, status);
    };
  }

  return {
    findOrder: forOwnService((context) => {
      const query = new URLSearchParams(context.request.url?.split("?")[1]);
      return orders.find(numberIn(context), query.get("postcode") ?? "");
    }),
    moveDelivery: forOwnService(async (context) => {
      const { value } = await readJsonBody(context);
      const { postcode, day } = asObject(value) ?? {};
      return orders.moveDelivery(numberIn(context), textOf(postcode), textOf(day));
    }),
  };
}

/** Anything but an order number, however it is encoded, matches no order. */
function numberIn({ path }: RequestContext): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
