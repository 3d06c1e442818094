import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder for one test, removed when the test is over. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  /** Where the test's database lies: in a folder that does not exist yet. */
  readonly file: string;
  /** The raw bytes of every file beside the database, one character a byte, by file name. */
  rawFiles(): Promise<Readonly<Record<string, string>>>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), "storage-"));
  const data = join(path, "data");
  return {
    path,
    file: join(data, "servicechat.db"),
    async rawFiles() {
      const names = await readdir(data);
      const files = names.map(async (name) => [name, await readFile(join(data, name), "latin1")] as const);
      return Object.fromEntries(await Promise.all(files));
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}
