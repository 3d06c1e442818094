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
 * Reads where a copy goes from and to. What was given is not repeated in the sentence: it may hold a password.
 *
 * @param folder what a relative path starts from
 * @returns what is wrong and what is allowed, when it was called wrongly
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
