import { describe, expect, test } from "vitest";
import { startService } from "../support/start-service.ts";

const part = (text: string) => ({
  contentType: "text/javascript; charset=utf-8",
  body: Buffer.from(text),
  etag: `"${text}"`,
});

describe("GET /launcher/...", () => {
  test("a part may be cached forever and loaded by any site; under an old name it is the current part, and not cached", async () => {
    await using service = await startService({
      assets: {
        launcher: part("launcher"),
        launcherParts: new Map([["later-abc_1-Z9.js", part("panel")]]),
        frame: part("frame"),
        chat: new Map(),
      },
    });
    const ask = async (path: string) => {
      const response = await service.fetch(path, { headers: { Authorization: "" } });
      return {
        status: response.status,
        text: response.ok ? await response.text() : "",
        kept: response.headers.get("cache-control"),
        readers: response.headers.get("access-control-allow-origin"),
        embedders: response.headers.get("cross-origin-resource-policy"),
      };
    };

    const seen = { status: 200, text: "panel", readers: "https://shop.example", embedders: "cross-origin" };
    expect(await ask("/launcher/later-abc_1-Z9.js")).toEqual({
      ...seen,
      kept: "public, max-age=31536000, immutable",
    });
    for (const old of ["/launcher/later-00000000.js", "/launcher/later.js"])
      expect(await ask(old)).toEqual({ ...seen, kept: "no-store" });
    for (const other of ["/launcher/", "/launcher/other-00000000.js", "/launcher/later-abc_1-Z9.js.map"])
      expect((await ask(other)).status).toBe(404);
  });
});
