import { resolve } from "node:path";
import type { DatabaseSetting } from "../settings/database-setting.ts";
import { variables } from "../settings/setting-variables.ts";

/** Both ends of a copy. */
export interface CopyAddresses {
  readonly source: Extract<DatabaseSetting, { kind: "sqlite" }>;
  readonly target: Extract<DatabaseSetting, { kind: "postgres" }>;
}

const oneWay = "You can only copy from SQLite to PostgreSQL.";

/**
 * Reads the source and target of a copy. Errors do not repeat what was typed: it may contain a password.
 *
 * @param folder the base of relative paths
 * @returns what is wrong and what is allowed, if the arguments are invalid
 */
export function copyAddresses(
  from: string,
  to: string,
  folder: string,
): CopyAddresses | { readonly wrong: string } {
  const { success: isAddress } = variables.SERVICECHAT_DATABASE_URL.schema.safeParse(to);
  const file = /^sqlite:(?:\/\/)?([^\0]+)$/.exec(from)?.[1];
  if (file === undefined)
    return { wrong: `--from must be sqlite:<path>, such as sqlite:./data/servicechat.db. ${oneWay}` };
  if (!isAddress || !/^postgres(ql)?:/i.test(to))
    return { wrong: `--to must be postgres://user:password@host/database. ${oneWay}` };
  return { source: { kind: "sqlite", file: resolve(folder, file) }, target: { kind: "postgres", url: to } };
}
