import { deflateSync, crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { startConsole } from "../support/start-console.ts";

const api = "/console/api";

/** A PNG of one color. */
function png(width: number, height: number, padding = 0): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const rows = deflateSync(Buffer.alloc(height * (width + 1)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", rows),
    chunk("tEXt", Buffer.alloc(padding)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("a person's picture is for colleagues, comes as the image that it is, and goes with the person", async () => {
  await using console = await startConsole();
  const { cookie: owner } = await console.signIn("owner");
  const { cookie: viewer, me } = await console.signIn("viewer");
  const put = (bytes: Buffer) =>
    console.ask("PUT", `${api}/me/face`, { cookie: viewer, body: { data: bytes.toString("base64") } });
  const faces = async () => (await console.ask("GET", `${api}/faces`, { cookie: owner })).body.items;

  expect(await faces()).toEqual([]);
  const { status, body } = await put(png(128, 128));
  expect(status).toBe(200);
  expect(await faces()).toEqual([{ operator: me.id, revision: body.revision }]);
  const shown = await console.ask("GET", `${api}/faces/${me.id}`, { cookie: owner });
  expect(shown).toMatchObject({
    status: 200,
    headers: {
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
      "content-disposition": expect.stringMatching(/^attachment/),
    },
  });
  expect((await console.ask("GET", `${api}/faces/${me.id}`)).status).toBe(401);

  expect((await put(png(64, 64))).body.revision).not.toBe(body.revision);
  await console.ask("DELETE", `${api}/operators/${me.id}`, { cookie: owner });
  expect(await faces()).toEqual([]);
  expect((await console.ask("GET", `${api}/faces/${me.id}`, { cookie: owner })).status).toBe(404);
});

test.each([
  ["what is no image", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a GIF", Buffer.from("GIF89a\x10\x00\x10\x00\x00\x00\x00", "latin1")],
  ["one that is not square", png(128, 64)],
  ["one that is too wide", png(512, 512)],
  ["one of more than 32 KB", png(128, 128, 33_000)],
])("%s is refused as a picture, and the one before stays", async (_what, bytes) => {
  await using console = await startConsole();
  const { cookie, me } = await console.signIn("responder");
  const put = (image: Buffer) =>
    console.ask("PUT", `${api}/me/face`, { cookie, body: { data: image.toString("base64") } });
  const { revision } = (await put(png(128, 128))).body;
  expect((await put(bytes)).status).toBe(400);
  const { body } = await console.ask("GET", `${api}/faces`, { cookie });
  expect(body.items).toEqual([{ operator: me.id, revision }]);
});

test("a person removes their picture, and a token has none", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn("responder");
  await console.ask("PUT", `${api}/me/face`, { cookie, body: { data: png(8, 8).toString("base64") } });
  expect((await console.ask("DELETE", `${api}/me/face`, { cookie })).status).toBe(204);
  expect((await console.ask("GET", `${api}/faces`, { cookie })).body).toEqual({ items: [] });
  const token = await console.token("owner");
  const body = { data: png(8, 8).toString("base64") };
  expect((await console.ask("PUT", `${api}/me/face`, { token, body })).status).toBe(403);
});
