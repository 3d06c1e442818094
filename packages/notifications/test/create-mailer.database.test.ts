import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "../../../test/support/self-signed-certificate.ts";
import { createMailer, asMailError } from "../src/smtp/create-mailer.ts";

const mail = { to: "ann@shop.example", subject: "Hello", text: "There.", id: "alert_1" };

/** Whether a mail may have arrived that was given to this server. */
async function mayHaveArrived(server: Server, scheme: "smtp" | "smtps"): Promise<boolean> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const mailer = createMailer({ url: `${scheme}://127.0.0.1:${port}`, from: "chat@shop.example" });
  const failure: unknown = await mailer.send(mail).catch((cause: unknown) => cause);
  server.close();
  expect(failure).toBeInstanceOf(Error);
  return asMailError(failure).mayHaveArrived;
}

/** Talks as a mail server does, and hangs up as soon as it has got that line. */
function hangUpAt(line: RegExp) {
  return createServer((socket: Socket) => {
    let isText = false;
    socket.on("error", () => undefined);
    socket.write("220 mail.example\r\n");
    socket.on("data", (bytes) => {
      const said = bytes.toString();
      if (line.test(said)) return socket.destroy();
      if (isText) return undefined;
      isText = said.startsWith("DATA");
      return socket.write(isText ? "354 Go on\r\n" : "250 Yes\r\n");
    });
  });
}

test("a mail may have arrived only once the server was asked to take it", async () => {
  const tls = createTlsServer(selfSignedCertificate(["mail.example"]), (socket) => socket.end());
  tls.on("tlsClientError", () => undefined);
  expect(await mayHaveArrived(tls, "smtps")).toBe(false);
  expect(await mayHaveArrived(hangUpAt(/^EHLO/), "smtp")).toBe(false);
  expect(await mayHaveArrived(hangUpAt(/\r\n\.\r\n/), "smtp")).toBe(true);
});
