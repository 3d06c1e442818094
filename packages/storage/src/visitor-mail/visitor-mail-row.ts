/** That a mail was begun to an address. It is kept for a day, also when the mail is deleted with its chat. */
export interface MailedAddressRow {
  mail_id: string;
  /** Of the address in small letters, with a key that the database does not have. */
  address_hash: string;
  at: number;
}

/** A mail to a visitor. It holds no text: that is read when it is sent. */
export interface VisitorMailRow {
  id: string;
  session_id: string;
  created_at: number;
  /** The visitor has seen people's messages from before it. */
  since: number;
  /** It tells what people said in the turns behind this one, up to `last_turn`. */
  after_turn: number;
  last_turn: number;
  /** `pending`, `sent`, `failed` or `dropped`. */
  state: string;
  tried: number;
  next_at: number | null;
  claimed_until: number;
  /** SHA-256 of what its link holds. */
  link_hash: string;
  /** The secret of its link, encrypted; `null` once it is sent. */
  sealed_link: string | null;
  expires_at: number;
  /** When somebody came by its link; `null` before. */
  used_at: number | null;
}
