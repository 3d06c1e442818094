import { expect, test } from "vitest";
import { consoleWarning } from "../src/service-address/console-warning.ts";

test("a console over plain HTTP works only on this machine, and its operator is warned", () => {
  for (const url of ["https://console.example", "http://localhost:3000", "http://127.0.0.1:3000"])
    expect(consoleWarning(url)).toBeUndefined();
  for (const url of ["http://console.example", "http://192.168.1.5:3000"])
    expect(consoleWarning(url)).toEqual({
      detail: `${url}/console/ is not https: browsers drop its session cookie, so nobody can sign in`,
      advice: expect.stringContaining("SERVICECHAT_CONSOLE_URL"),
    });
});
