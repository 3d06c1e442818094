/** A key, without its secret. */
export interface KeyRow {
  id: string;
  agent_id: string;
  name: string;
  secret_hash: string;
  last_four: string;
  allowed: string;
  rate_limit: number;
  /** 0 or 1: a number is bound and read alike by every database. */
  server_side: number;
  created_at: number;
  revoked_at: number | null;
  /** The key in whose place it came. */
  replaces: string | null;
}
