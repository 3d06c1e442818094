import { Client } from "pg";

/** Runs statements on a separate connection. @returns the rows of the last one */
export async function runSql(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const result = await client.query(text);
    const last: { readonly rows: readonly Record<string, unknown>[] } | undefined = [result].flat().at(-1);
    return last?.rows ?? [];
  } finally {
    await client.end();
  }
}
