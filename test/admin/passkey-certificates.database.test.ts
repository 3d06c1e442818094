import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { CRLDistributionPointsExtension, X509CertificateGenerator } from "@peculiar/x509";
import { expect, test } from "vitest";
import { addPasskey } from "../support/add-passkey.ts";
import { createSoftwareAuthenticator } from "../support/software-authenticator.ts";
import { startConsole } from "../support/start-console.ts";

test("certificates that a new passkey contains are refused, and the addresses in them are not contacted", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn("viewer");
  const heard: (string | undefined)[] = [];
  const internal = createServer((request, response) => {
    heard.push(request.url);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(internal, "listening");
  const { port } = internal.address() as AddressInfo;
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=Maker",
    signingAlgorithm: algorithm,
    keys: await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]),
    extensions: [new CRLDistributionPointsExtension([`http://127.0.0.1:${port}/internal`])],
  });
  try {
    for (const format of ["apple", "android-key", "packed"])
      expect(
        await addPasskey(console, cookie, createSoftwareAuthenticator(), {
          attestation: { format, certificate: Buffer.from(certificate.rawData) },
        }),
      ).toMatchObject({ status: 400, body: { code: "malformed_request" } });
    expect(heard).toEqual([]);
  } finally {
    internal.close();
  }
});
