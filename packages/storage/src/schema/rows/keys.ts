/** A key. */
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
  /** The whole key of pages, sealed with the secret of the service; `null` for one that is shown only once. */
  sealed_key: string | null;
}

/** Requests of a key from one site. */
export interface KeySiteRow {
  key_id: string;
  /** Empty for all sites together that have no separate row. */
  origin: string;
  admitted: number;
  refused: number;
  last_at: number;
}

/** The use of a key with a budget on one day, in output tokens. */
export interface DailyUseRow {
  key_id: string;
  /** The day's first moment in UTC. */
  day: number;
  /** By replies that have ended. */
  used: number;
  /** Set aside for replies that have not: the sum of their reservations. */
  reserved: number;
  /** 0 or 1: whether a turn was refused since the budget was used up. */
  refused: number;
}

/** A reply's reservation until it ends. It counts for the day on which its turn was accepted. */
export interface ReservationRow {
  reply_id: string;
  key_id: string;
  day: number;
  /** Id of the node that writes the reply. */
  node: string;
  /** Set aside; 0 once the reply is taken for lost. */
  tokens: number;
  /** Counted as used already, when it was taken for lost. */
  charged: number;
}

/** Requests of a key that were refused on one day, by the limit that refused them. */
export interface DailyRefusalsRow {
  key_id: string;
  /** The day's first moment in UTC. */
  day: number;
  by_key: number;
  by_address: number;
}
