import { expect, test } from "vitest";
import { freePort } from "../../../test/servers/free-port.ts";
import { examine } from "./examine.ts";
import { newOperator } from "./run-program.ts";

test("if nothing answers, the doctor does not report on the certificate", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const deaf = `https://localhost:${await freePort()}`;
  for (const [address, reason] of [
    ["https://chat.shop.invalid", /ENOTFOUND|EAI_AGAIN/],
    [deaf, /ECONNREFUSED/],
  ] as const) {
    const { code, about } = await examine(operator, { SERVICECHAT_PUBLIC_URL: address });
    expect(about("public address")).toMatch(/^(?:problem|warning): nothing answers at /);
    expect(about("public address")).toMatch(reason);
    expect(about("TLS")).toBe("");
    expect(code).toBe(address === deaf ? 0 : 1);
  }
});
