/** A person who works with the console. */
export interface OperatorRow {
  id: string;
  name: string;
  /** The name as it is compared. */
  name_key: string;
  /** `null`: the name. */
  display_name: string | null;
  role: string;
  /** A list of ids; `null` for all. */
  agents: string | null;
  /** `invited` or `active`. */
  state: string;
  created_at: number;
  last_seen_at: number | null;
  revision: number;
  password_hash: string | null;
  /** Whether they take chats just now: 1 or 0. */
  available: number;
  /** Where they get mail; no other person sees it. */
  email: string | null;
  /** Whether they want mail when visitors wait: 1 or 0. */
  mail_alerts: number;
  /** When they last had the console open. */
  present_at: number | null;
}

/** A link that signs a person in once. It goes when it is used. */
export interface SignInLinkRow {
  token_hash: string;
  operator_id: string;
  expires_at: number;
}

/** A browser in which a person is signed in. */
export interface OperatorSessionRow {
  id: string;
  operator_id: string;
  token_hash: string;
  created_at: number;
  last_seen_at: number;
  browser: string;
  /** `null`: at `created_at`. */
  confirmed_at: number | null;
}

/** A passkey of a person. */
export interface PasskeyRow {
  credential_id: string;
  operator_id: string;
  public_key: Uint8Array;
  counter: number;
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** A picture of a person. */
export interface OperatorFaceRow {
  operator_id: string;
  type: string;
  bytes: Uint8Array;
  revision: string;
}

/** A question to an authenticator that is not answered yet. */
export interface PasskeyChallengeRow {
  challenge: string;
  /** `register`, `sign_in` or `confirm`. */
  purpose: string;
  operator_id: string | null;
  expires_at: number;
}

/** An API token, without its secret. */
export interface ApiTokenRow {
  id: string;
  secret_hash: string;
  name: string;
  role: string;
  /** A list of ids; `null` for all. */
  agents: string | null;
  /** The person it speaks for. The id stays when they are removed. */
  operator_id: string | null;
  created_by_kind: string;
  created_by_id: string | null;
  created_by_name: string | null;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** A line of the audit log. */
export interface AuditRow {
  id: string;
  at: number;
  who_kind: string;
  who_id: string | null;
  who_name: string | null;
  what: string;
  on_kind: string | null;
  on_id: string | null;
  on_name: string | null;
  /** A list of texts as JSON. */
  details: string | null;
  address: string | null;
}

/** Failed sign-ins by one who guesses, at one name, or from one address. */
export interface SignInAttemptRow {
  kind: "guesser" | "name" | "address";
  hash: string;
  misses: number;
  /** When the last attempt that counts was made. */
  last_at: number;
}

/** A row of the table `canned_answers`. */
export interface CannedAnswerRow {
  id: string;
  name: string;
  /** The name in lower case: no two are the same. */
  name_key: string;
  text: string;
  /** A list as JSON; `null` for all agents. */
  agents: string | null;
  created_at: number;
  revision: number;
}
