import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startPostgresTlsFront } from "../../../../test/support/postgres-tls-front.ts";
import { selfSignedCertificate } from "../../../../test/support/self-signed-certificate.ts";
import { openPostgres } from "../../src/postgres/index.ts";
import { DatabaseUnfit, StorageUnavailable } from "../../src/index.ts";
import { emptyDatabase, isMissing, title, url } from "./database.ts";

const certificate = selfSignedCertificate(["localhost"]);
const asking = ["prefer", "require", "verify-ca", "verify-full"];

/** A database that speaks TLS only, by its addresses. */
async function databaseWithTls() {
  const database = emptyDatabase();
  const front = await startPostgresTlsFront(certificate, url);
  const folder = await mkdtemp(join(tmpdir(), "servicechat-tls-"));
  const root = join(folder, "root.pem");
  await writeFile(root, certificate.cert);
  onTestFinished(async () => {
    await database[Symbol.asyncDispose]();
    await front[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  return {
    open: (host: string, settings: Readonly<Record<string, string>>) => {
      const address = new URL(url);
      address.hostname = host;
      address.port = String(front.port);
      for (const [name, value] of Object.entries(settings)) address.searchParams.set(name, value);
      return database.open(address.href);
    },
    root,
  };
}

describe.skipIf(isMissing)(title, () => {
  test.each(asking)(
    "sslmode=%s speaks TLS with a server whose certificate the named root vouches for",
    async (sslmode) => {
      const warned = vi.spyOn(process, "emitWarning");
      onTestFinished(() => warned.mockRestore());
      const { open, root } = await databaseWithTls();
      const storage = await open("localhost", { sslmode, sslrootcert: root });
      expect(await storage.agents.list()).toEqual([]);
      expect(warned).not.toHaveBeenCalled();
    },
  );

  test.each(asking)(
    "sslmode=%s refuses a certificate nobody vouches for, and one of another host",
    async (sslmode) => {
      const { open, root } = await databaseWithTls();
      const unknown = open("localhost", { sslmode });
      await expect(unknown).rejects.toThrow(StorageUnavailable);
      await expect(unknown).rejects.toMatchObject({ cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } });
      const other = open("127.0.0.1", { sslmode, sslrootcert: root });
      await expect(other).rejects.toMatchObject({
        cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" },
      });
    },
  );

  test("sslmode=no-verify takes any certificate, and sslmode=disable speaks no TLS", async () => {
    const { open } = await databaseWithTls();
    const storage = await open("127.0.0.1", { sslmode: "no-verify" });
    expect(await storage.agents.list()).toEqual([]);
    await expect(open("localhost", { sslmode: "disable" })).rejects.toThrow(StorageUnavailable);
  });
});

test("an sslmode that there is not, and a port that is none, are refused with what they may be", async () => {
  const open = (settings: string) =>
    openPostgres({ url: `postgres://chat:hunter2@127.0.0.1:1/x?${settings}` });
  const modes = "disable, no-verify, prefer, require, verify-ca, verify-full";
  for (const mode of ["requre", "allow", "", "toString"])
    await expect(open(`sslmode=${mode}`)).rejects.toThrow(
      new DatabaseUnfit(`the sslmode in its address must be one of ${modes}`),
    );
  for (const port of ["abc", "65536", "-1", ""])
    await expect(open(`port=${port}`)).rejects.toThrow(
      new DatabaseUnfit("the port in its address must be a number up to 65535"),
    );
});
