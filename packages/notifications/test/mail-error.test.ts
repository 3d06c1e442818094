import { expect, test } from "vitest";
import { asMailError } from "../src/smtp/create-mailer.ts";

const thrown = (details: object) => Object.assign(new Error("No."), details);

test("a mail may have arrived where it was being sent and the server's answer never came, and nowhere else", () => {
  const cutOff = [
    thrown({ code: "ETIMEDOUT" }),
    thrown({ code: "ETIMEDOUT", timeoutType: "SOCKET_TIMEOUT" }),
    thrown({ code: "ESOCKET", syscall: "read" }),
    thrown({ code: "ECONNECTION" }),
  ];
  expect(cutOff.map((cause) => asMailError(cause).mayHaveArrived)).toEqual([true, true, true, true]);
  const refused = [
    thrown({ code: "ESOCKET", isUnsent: true }),
    thrown({ code: "ECONNECTION", isUnsent: true }),
    thrown({ code: "ETIMEDOUT", isUnsent: true }),
    thrown({ code: "EDNS" }),
    thrown({ code: "EMESSAGE", responseCode: 452 }),
    "anything",
  ];
  expect(refused.map((cause) => asMailError(cause).mayHaveArrived)).toEqual(refused.map(() => false));
});
