/** A secret that operators have stored for agents. */
export interface SecretRow {
  name: string;
  /** Its value, sealed with the service's secret. */
  sealed: string;
  last_four: string | null;
  /** A list as JSON: the only places that it is sent to. */
  origins: string;
  /** A list as JSON; `null` for all agents. */
  agents: string | null;
  set_at: number;
  by_kind: string;
  by_name: string | null;
}
