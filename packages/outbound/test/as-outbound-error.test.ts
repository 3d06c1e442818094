import { expect, test } from "vitest";
import { asOutboundError } from "../src/outbound.ts";

test.each([
  ["ECONNREFUSED", "unreachable", true],
  ["ENOTFOUND", "unreachable", true],
  ["ECONNRESET", "unreachable", false],
  ["UND_ERR_SOCKET", "unreachable", false],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout", true],
  ["UND_ERR_BODY_TIMEOUT", "timeout", false],
  ["ETIMEDOUT", "timeout", false],
])("%s is reported as %s, and certain to have sent nothing: %s", (code, kind, nothingSent) => {
  const thrown = Object.assign(new Error("what the client said"), { code });
  expect(asOutboundError(thrown, false)).toMatchObject({ kind, nothingSent, message: code });
  expect(asOutboundError(thrown, true).nothingSent).toBe(false);
});

test("messages of the system are reported, those of a certificate are not, and anything but an error is unreachable too", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
  expect(asOutboundError(refused, false).message).toBe("connect ECONNREFUSED");
  const code = "ERR_TLS_CERT_ALTNAME_INVALID";
  const certificate = Object.assign(new Error("Altnames: DNS:whatever.example"), { code });
  expect(asOutboundError(certificate, false).message).toBe(code);
  expect(asOutboundError(Object.assign(new Error(), { code: "EPIPE" }), false).message).toBe("EPIPE");
  expect(asOutboundError("no", false)).toMatchObject({ kind: "unreachable", nothingSent: false });
});
