import { expect, test } from "vitest";
import { fillHeaders } from "../src/tools/secrets.ts";

test("of a secret that another one begins with, nothing is left in a text that came back", () => {
  const environment = { SHOP: "shop-1234", SHOP_ADMIN: "shop-1234-and-more" };
  const { headers, hide } = fillHeaders({ "x-shop": "${SHOP}", "x-admin": "${SHOP_ADMIN}" }, environment);
  expect(headers).toEqual({ "x-shop": "shop-1234", "x-admin": "shop-1234-and-more" });
  expect(hide("You sent shop-1234 and shop-1234-and-more.")).toBe("You sent [secret] and [secret].");
});
