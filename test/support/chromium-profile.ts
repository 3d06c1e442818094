import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumFlags } from "./chromium-flags.ts";

/** A kind of Chromium for tests. */
export interface ChromiumKind {
  /** Where every `*.example` host is: a port on loopback. No other name resolves. */
  readonly port: number;
  /** The one self-signed public key to accept: SHA-256, base64. */
  readonly publicKeyHash: string;
  /** Whether a frame of another site may use storage, or only a partitioned cookie, or whether nobody may use any. */
  readonly thirdPartyStorage: "allowed" | "blocked" | "forbidden";
}

/** A new profile, which is removed when it is disposed or this process ends. */
interface ChromiumProfile extends AsyncDisposable {
  readonly folder: string;
  /** The flags that a browser needs besides the profile's folder. */
  readonly flags: readonly string[];
}

/** Creates a profile for a browser of that kind. */
export async function createChromiumProfile(kind: ChromiumKind): Promise<ChromiumProfile> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-chromium-"));
  await mkdir(join(folder, "Default"));
  const profile = {
    cookie_controls_mode: kind.thirdPartyStorage === "blocked" ? 1 : 0,
    default_content_setting_values: kind.thirdPartyStorage === "forbidden" ? { cookies: 2 } : {},
  };
  await writeFile(join(folder, "Default/Preferences"), JSON.stringify({ profile }));
  const removal = { recursive: true, force: true, maxRetries: 5 };
  const removeNow = () => rmSync(folder, removal);
  process.once("exit", removeNow);
  return {
    folder,
    flags: [
      ...chromiumFlags,
      `--host-resolver-rules=MAP *.example 127.0.0.1:${kind.port}, MAP * ~NOTFOUND`,
      `--ignore-certificate-errors-spki-list=${kind.publicKeyHash}`,
    ],
    async [Symbol.asyncDispose]() {
      process.off("exit", removeNow);
      await rm(folder, removal);
    },
  };
}
