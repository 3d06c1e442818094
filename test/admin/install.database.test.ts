import { expect, test } from "vitest";
import { startConsole } from "../support/start-console.ts";
import { startSite } from "../support/start-site.ts";

test("the tag of a key of pages is there at any time, and a page is checked for it as a browser would load it", async () => {
  await using site = await startSite({});
  await using console = await startConsole({ siteNetworks: ["127.0.0.2/32"] });
  const { cookie } = await console.signIn("editor");
  const keys = "/console/api/keys";
  const create = async (body: object) =>
    (await console.ask("POST", keys, { cookie, body: { agent: "acme-support", ...body } })).body;
  const tagOf = (id: string) => console.ask("GET", `${keys}/${id}/tag`, { cookie });

  const { id, key, tag } = await create({ allowed: [site.origin] });
  const again = await tagOf(id);
  expect(again).toMatchObject({ status: 200, body: { key, tag } });
  expect(again.headers["cache-control"]).toBe("no-store");
  expect(await console.storage.keys.findSealed(id)).not.toContain(key.split("_")[2]);
  const rotated = await console.ask("POST", `${keys}/${id}/rotate`, { cookie, body: {} });
  expect((await tagOf(rotated.body.id)).body.key).toBe(rotated.body.key);
  // The one before works for a while, so its tag is in use too.
  expect((await tagOf(id)).status).toBe(200);

  const server = await create({ allowed: [], serverSide: true });
  expect(await tagOf(server.id)).toMatchObject({ status: 404, body: { code: "tag_not_kept" } });
  const earlier = await create({ allowed: ["a.example"] });
  const found = await console.storage.keys.find(earlier.id);
  if (found) await console.storage.keys.create({ ...found, id: "00earlier000" });
  expect(await tagOf("00earlier000")).toMatchObject({ status: 404, body: { code: "tag_not_kept" } });
  await console.ask("POST", `${keys}/${earlier.id}/revoke`, { cookie });
  expect(await tagOf(earlier.id)).toMatchObject({ status: 404, body: { code: "key_not_found" } });

  const check = async (path: string) => {
    const url = path.startsWith("/") ? `${site.origin}${path}` : path;
    const checked = await console.ask("POST", `${keys}/${id}/check`, { cookie, body: { url } });
    return checked.body;
  };
  const codes = async (path: string) =>
    (await check(path)).findings.map(({ code }: { readonly code: string }) => code);
  site.pages["/"] = `<html><body><h1>Shop</h1>${tag}</body></html>`;
  expect(await check("/")).toEqual({ reached: true, status: 200, findings: [], lastSeenAt: null });
  await console.storage.keySites.add([
    { keyId: id, origin: site.origin, admitted: 1, refused: 0, lastAt: 1_764_000_000_000 },
  ]);
  expect((await check("/")).lastSeenAt).toBe("2025-11-24T16:00:00.000Z");
  site.pages["/bare"] = "<p>Nothing here</p>";
  expect(await codes("/bare")).toEqual(["no_tag"]);
  site.pages["/strict"] = {
    headers: { "content-security-policy": "default-src 'self' https://chat.example; connect-src 'self'" },
    body: `<html><head><meta http-equiv="content-security-policy" content="frame-src 'none'"></head><body>${tag}</body></html>`,
  };
  expect(await codes("/strict")).toEqual(["csp_frame", "csp_connect", "csp_meta"]);
  site.pages["/file"] = { type: "application/pdf", body: "%PDF-1.7" };
  expect(await codes("/file")).toEqual(["no_tag"]);
  expect(await check("/gone")).toMatchObject({
    reached: true,
    status: 404,
    findings: [{ code: "not_reached" }],
  });
  for (let turn = 0; turn < 5; turn++)
    site.pages[`/turn${turn}`] = { status: 302, headers: { location: `/turn${turn + 1}` }, body: "" };
  site.pages["/turn5"] = site.pages["/"];
  expect(await codes("/turn2")).toEqual([]);
  site.pages["/large"] = `<p>${"x".repeat(5 * 1024 * 1024)}</p>`;
  site.pages["/inside"] = { status: 302, headers: { location: "http://127.0.0.1:1/" }, body: "" };
  // Neither a loop, nor too much, nor a redirect into the network, nor an address in it.
  for (const path of ["/turn0", "/large", "/inside", "http://127.0.0.1:1/", "http://169.254.169.254/latest"])
    expect(await check(path)).toMatchObject({
      reached: false,
      status: null,
      findings: [{ code: "not_reached" }],
    });
  for (const url of ["ftp://shop.example/", "https://ann:secret@shop.example/", "https://", ""])
    expect(await console.ask("POST", `${keys}/${id}/check`, { cookie, body: { url } })).toMatchObject({
      status: 400,
    });
  const audit = await console.ask("GET", "/console/api/audit?what=key.check&limit=1", {
    token: await console.token("owner"),
  });
  expect(audit.body.items[0]).toMatchObject({ what: "key.check", on: { kind: "key", id } });
});
