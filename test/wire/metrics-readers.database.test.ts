import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { shop, startService } from "../support/start-service.ts";

describe("who can read GET /metrics", () => {
  test("a program on this machine, as text that is not cached", async () => {
    await using service = await startService();
    const response = await fetch(`${service.baseUrl}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const head = await fetch(`${service.baseUrl}/metrics`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("nobody whose request came through a proxy on this machine, or from a page", async () => {
    await using service = await startService();
    const unknown = await answerTo(service.port, "/no-such-path", {});
    const passedOn = [
      { "X-Forwarded-For": "203.0.113.9" },
      { "X-Forwarded-For": "127.0.0.1" },
      { Forwarded: "for=203.0.113.9" },
      { "X-Real-IP": "203.0.113.9" },
      { Via: "1.1 proxy" },
      { Host: "chat.example" },
      { Host: "localhost.evil.example" },
      { Host: "127.0.0.1.evil.example" },
      { Origin: shop },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of passedOn) {
      const { status, body } = await answerTo(service.port, "/metrics", headers);
      expect([headers, status, body]).toEqual([headers, 404, unknown.body]);
    }
    const old = await rawRequest(service.port, `GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:1\r\n\r\n`);
    expect(old.status).toBe(404);
    for (const host of ["localhost:8080", "127.0.0.1", "[::1]:8080"]) {
      expect((await answerTo(service.port, "/metrics", { Host: host })).status).toBe(200);
    }
  });

  test("with a token set, only those who send it", async () => {
    const metricsToken = "a token for Prometheus".replaceAll(" ", "-");
    await using service = await startService({ options: { metricsToken } });
    const unknown = await answerTo(service.port, "/no-such-path", {});
    const wrong = [
      "",
      "Bearer",
      "Bearer x",
      `Bearer ${metricsToken}x`,
      `Basic ${metricsToken}`,
      metricsToken,
    ];
    for (const given of [...wrong, `Bearer ${service.key}`]) {
      const { status, body } = await answerTo(
        service.port,
        "/metrics",
        given ? { Authorization: given } : {},
      );
      expect([given, status, body]).toEqual([given, 404, unknown.body]);
    }
    const right = {
      Authorization: `Bearer ${metricsToken}`,
      "X-Forwarded-For": "203.0.113.9",
      Host: "chat.example",
    };
    const { status, body } = await answerTo(service.port, "/metrics", right);
    expect(status).toBe(200);
    expect(body).not.toContain(metricsToken);
    expect(body).toContain("servicechat_build_info{");
  });
});

/** Like `fetch`, but with any `Host`; the body is returned without what differs between any two responses. */
function answerTo(port: number, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, path, headers }, (response) => {
      response
        .toArray()
        .then((chunks) =>
          Buffer.concat(chunks)
            .toString()
            .replace(/"requestId":"[^"]+"/, ""),
        )
        .then((body) => resolve({ status: response.statusCode, body }), reject);
    })
      .on("error", reject)
      .end();
  });
}
