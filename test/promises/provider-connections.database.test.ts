import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { expectFailure, loggedReason } from "../support/expect-failure.ts";
import { changeModel, startFailing, steps } from "../support/failing-provider.ts";
import { selfSignedCertificate } from "../support/self-signed-certificate.ts";
import type { Certificate } from "../support/self-signed-certificate.ts";
import type { TestService } from "../support/start-service.ts";
import { startTlsFront } from "../support/tls-front.ts";
import { startUnansweringHost } from "../support/unanswering-host.ts";
import { ask } from "../support/visitor.ts";

const day = 24 * 60 * 60 * 1000;

/** Two silent retries, then retryable; the model was not reached, and the log says why. */
async function expectUnreachable(service: TestService, reason: RegExp): Promise<void> {
  const reply = await ask(service, "hello");
  await expectFailure(service, reply, { code: "model_unavailable", retryable: true, retries: 2 });
  expect(loggedReason(service)).toMatch(reason);
  expect(service.model.asked).toEqual([]);
}

/** A listener that does with every connection what a test says. */
async function listen(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("Promise 15: a connection that cannot be established is retryable", () => {
  test("because it is refused", async () => {
    await using service = await startFailing(steps("unheard"));
    await service.model[Symbol.asyncDispose]();
    await expectUnreachable(service, /ECONNREFUSED/);
  });

  test("because the host's name is unknown, which is not revealed", async () => {
    await using service = await startFailing(steps("unheard"));
    await changeModel(service, { baseUrl: "http://model.invalid/v1" });
    await expectUnreachable(service, /ENOTFOUND|EAI_AGAIN/);
  });

  const limits = { connectMs: 150, firstTokenMs: 10_000 };

  test("because the host does not respond within the connection timeout", async () => {
    await using host = await startUnansweringHost();
    await using service = await startFailing(steps("unheard"), { limits });
    await changeModel(service, { baseUrl: `http://127.0.0.1:${host.port}/v1` });
    const began = performance.now();
    await expectUnreachable(service, /UND_ERR_CONNECT_TIMEOUT/);
    expect(performance.now() - began).toBeGreaterThanOrEqual(3 * 150);
    expect(performance.now() - began).toBeLessThan(9_000);
  });

  test("because TLS is not established within the connection timeout", async () => {
    await using mute = await listen(() => undefined);
    await using service = await startFailing(steps("unheard"), { limits });
    await changeModel(service, { baseUrl: `https://${mute.address}/v1` });
    const began = performance.now();
    await expectUnreachable(service, /UND_ERR_CONNECT_TIMEOUT/);
    expect(performance.now() - began).toBeLessThan(9_000);
    expect(mute.sockets.size).toBe(3);
  });

  test("because it is reset during the TLS handshake", async () => {
    await using rude = await listen((socket) => socket.once("data", () => socket.resetAndDestroy()));
    await using service = await startFailing(steps("unheard"));
    await changeModel(service, { baseUrl: `https://${rude.address}/v1` });
    await expectUnreachable(service, /ECONNRESET/);
    expect(rude.sockets.size).toBe(3);
  });

  test("because the server does not support TLS", async () => {
    await using service = await startFailing(steps("unheard"));
    await changeModel(service, { baseUrl: service.model.baseUrl.replace("http:", "https:") });
    await expectUnreachable(service, /ERR_SSL_/);
  });
});

describe("Promise 15: an invalid certificate is retryable, and nothing is sent", () => {
  /** The model behind TLS, at https://localhost. */
  async function startBehindTls(certificate: Certificate) {
    const service = await startFailing(steps("Hello over TLS."));
    const port = Number(new URL(service.model.baseUrl).port);
    const front = await startTlsFront(certificate, { services: { localhost: port }, sites: {} });
    await changeModel(service, { baseUrl: `https://localhost:${front.port}/v1` });
    return {
      service,
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await service[Symbol.asyncDispose]();
      },
    };
  }

  /** As if everybody trusts its issuer. */
  function trust({ cert }: Certificate): void {
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, cert]);
    onTestFinished(() => setDefaultCACertificates(before));
  }

  test("one from an untrusted issuer", async () => {
    await using tls = await startBehindTls(selfSignedCertificate(["localhost"]));
    await expectUnreachable(tls.service, /DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  test("an expired one", async () => {
    const old = selfSignedCertificate(["localhost"], new Date(Date.now() - 7 * day));
    trust(old);
    await using tls = await startBehindTls(old);
    await expectUnreachable(tls.service, /CERT_HAS_EXPIRED/);
  });

  test("one for another host", async () => {
    const foreign = selfSignedCertificate(["model.example"]);
    trust(foreign);
    await using tls = await startBehindTls(foreign);
    await expectUnreachable(tls.service, /ERR_TLS_CERT_ALTNAME_INVALID/);
  });

  test("while a valid one reaches the model", async () => {
    const good = selfSignedCertificate(["localhost"]);
    trust(good);
    await using tls = await startBehindTls(good);
    const reply = await ask(tls.service, "hello");
    expect(reply.text).toBe("Hello over TLS.");
    expect(reply.events.at(-1)?.event).toBe("done");
    expect(tls.service.model.asked).toHaveLength(1);
  });
});
