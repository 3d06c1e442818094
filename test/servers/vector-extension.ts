import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { findPostgres } from "./find-postgres.ts";
import type { Program } from "./install-missing.ts";
import { postgresChoices } from "./postgres.ts";
import { runSql } from "./run-sql.ts";
import { existsSync } from "node:fs";

const build = fileURLToPath(new URL("build-vector-extension.sh", import.meta.url));

/**
 * The PostgreSQL extension that finds the nearest vectors, for this machine's server that tests use; none if they use
 * another machine's, or have no PostgreSQL.
 */
export async function vectorExtension(environment = process.env): Promise<readonly Program[]> {
  const { named, usual } = postgresChoices("unused", environment);
  if (named) return [];
  /** The first value as text; `undefined` if there is no server or no value. */
  const ask = async (text: string) => {
    const [row] = await runSql(usual, text).catch(() => []);
    return typeof row?.["answer"] === "string" ? row["answer"] : undefined;
  };
  const running = await ask("select current_setting('server_version_num')::integer / 10000 || '' as answer");
  const version = running ?? installedVersion(environment);
  if (version === undefined) return [];
  const isAvailable = async () =>
    running === undefined
      ? existsSync(`/usr/share/postgresql/${version}/extension/vector.control`)
      : (await ask("select name::text as answer from pg_available_extensions where name = 'vector'")) !==
        undefined;
  return [
    {
      name: 'PostgreSQL\'s extension "vector"',
      neededBy: "the tests of its index",
      packageName: `postgresql-${version}-pgvector`,
      otherwise: ["sh", build, version],
      isThere: isAvailable,
    },
  ];
}

/** Packages name the programs' folder after the version. */
function installedVersion(environment: NodeJS.ProcessEnv): string | undefined {
  const programs = findPostgres({ path: environment["PATH"] ?? "" });
  const version = programs && basename(dirname(programs));
  return version && /^\d+$/.test(version) ? version : undefined;
}
