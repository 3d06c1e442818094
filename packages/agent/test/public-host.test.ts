import { expect, test } from "vitest";
import { publicHost } from "../src/tools/confirmation.ts";

const hostOf = (address: string) => publicHost(new URL(address));

test.each([
  "http://10.0.0.5:8080/returns",
  "http://127.0.0.1/",
  "http://0x7f.1/",
  "http://[::1]:3000/",
  "http://[fd00::1]/",
  "http://[::ffff:10.0.0.5]/",
  "http://localhost:8080/",
  "http://backend:8080/",
  "http://backend/",
  "http://shop.localhost/",
  "http://orders.prod.svc.cluster.local/",
  "http://orders.internal./",
  "http://nas.home.arpa/",
])("visitors see no host of %s", (address) => {
  expect(hostOf(address)).toBeUndefined();
});

test.each([
  ["https://shop.example/returns", "shop.example"],
  ["https://API.Shop.Example:8443/", "api.shop.example:8443"],
  ["https://local.example/", "local.example"],
  ["https://93.184.215.14/", "93.184.215.14"],
])("of %s visitors see %s", (address, host) => {
  expect(hostOf(address)).toBe(host);
});
