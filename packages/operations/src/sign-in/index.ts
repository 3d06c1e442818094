export type { SignedIn, SignInOrigin, SignInRejected, SignInResult } from "./begin-session.ts";
export type { AnsweredPasskey, AskedPasskey, Passkeys } from "./create-passkeys.ts";
export * from "./create-sign-in.ts";
export * from "./session-limits.ts";
