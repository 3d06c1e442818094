import { expect, test } from "vitest";
import { asMailError } from "../src/mail/mail-error.ts";

const thrown = (details: object) => Object.assign(new Error("No."), details);

test("a mail may have arrived where the server was talked to and its answer never came, and nowhere else", () => {
  const cutOff = [
    thrown({ code: "ETIMEDOUT" }),
    thrown({ code: "ETIMEDOUT", timeoutType: "SOCKET_TIMEOUT" }),
    thrown({ code: "ESOCKET", syscall: "read" }),
    thrown({ code: "ECONNECTION" }),
  ];
  expect(cutOff.map((cause) => asMailError(cause).mayHaveArrived)).toEqual([true, true, true, true]);
  const refused = [
    thrown({ code: "ESOCKET", syscall: "connect" }),
    thrown({ code: "ETIMEDOUT", timeoutType: "CONNECTION_TIMEOUT" }),
    thrown({ code: "ETIMEDOUT", timeoutType: "GREETING_TIMEOUT" }),
    thrown({ code: "EDNS" }),
    thrown({ code: "EMESSAGE", responseCode: 452 }),
    "anything",
  ];
  expect(refused.map((cause) => asMailError(cause).mayHaveArrived)).toEqual(refused.map(() => false));
});
