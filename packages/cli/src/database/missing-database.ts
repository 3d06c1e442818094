import { dirname } from "node:path";
import { databaseName } from "../settings/database-setting.ts";
import { CommandError } from "../input/command-error.ts";
import type { Settings } from "../settings/settings.ts";

/** Says where a database was looked for and not found, and which setting changes that. */
export function missingDatabase(settings: Pick<Settings, "database" | "environment">): CommandError {
  const { detail, advice } = describeMissingDatabase(settings);
  return new CommandError(`There is no database ${detail}. ${capitalized(advice)}.`);
}

/** The same in two halves, which follow "there is no database" and start in lower case. */
export function describeMissingDatabase({
  database,
  environment,
}: Pick<Settings, "database" | "environment">): { readonly detail: string; readonly advice: string } {
  const isNamed = database.kind === "sqlite" && Boolean(environment["SERVICECHAT_DATABASE_URL"]);
  const create = "'servicechat serve' and 'servicechat agent apply' create a new one";
  if (isNamed)
    return {
      detail: `at ${databaseName(database)}`,
      advice: `set SERVICECHAT_DATABASE_URL to the service's database; ${create}`,
    };
  const folder = database.kind === "sqlite" ? dirname(database.file) : databaseName(database);
  return {
    detail: `in ${folder}`,
    advice: `run this in the folder of the service, or set SERVICECHAT_DATA_DIR to its data folder; ${create}`,
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
