/** Requests of a key from one site. */
export interface KeySiteRow {
  key_id: string;
  /** Empty for all sites together that have no separate row. */
  origin: string;
  admitted: number;
  refused: number;
  last_at: number;
}
