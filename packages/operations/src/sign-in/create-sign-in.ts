import type { PasskeyAnswer } from "@servicechat/contract/admin";
import type { Storage } from "@servicechat/storage";
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { auditLine } from "../access/audit.ts";
import type { Person } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret } from "../keys/key-secret.ts";
import { createSessionStart, isDeviceOf } from "./begin-session.ts";
import type { SessionDependencies, SignInOrigin, SignInResult } from "./begin-session.ts";
import { createPasskeys } from "./create-passkeys.ts";
import type { AnsweredPasskey, Passkeys } from "./create-passkeys.ts";

/** The dependencies of signing in. */
export interface SignInDependencies extends SessionDependencies {
  readonly storage: SessionDependencies["storage"] & Pick<Storage, "operators" | "passkeys">;
}

/** How people prove who they are. */
export interface SignIn {
  readonly passkeys: Passkeys;
  /** @param token the part after `#link=` */
  byLink(token: string, origin: SignInOrigin): Promise<SignInResult>;
  byPassword(
    given: { readonly name: string; readonly password: string },
    origin: SignInOrigin,
  ): Promise<SignInResult>;
  /**
   * Confirms the identity of the person who is signed in, as changes to who has access require.
   *
   * @returns the new token of the calling session: anyone else with its old one is signed out
   */
  confirm(
    person: Person,
    given: Confirmation,
  ): Promise<
    | { readonly token: string }
    | RefusedAs<"confirmation_rejected" | "too_many_attempts" | "operator_not_found">
  >;
  /**
   * Sets a password, or removes it, which ends all other sessions of the person.
   *
   * @param change.current the password that is set; needed where there is one
   * @returns the new token of the session that asked
   */
  changePassword(
    person: Person,
    change: { readonly password: string | null; readonly current?: string | undefined },
  ): Promise<
    { readonly token: string } | RefusedAs<"password_rejected" | "too_many_attempts" | "operator_not_found">
  >;
}

/** How a signed-in person confirms their identity. */
export type Confirmation = { readonly password: string } | AnsweredPasskey<PasskeyAnswer>;

/** Puts signing in together. */
export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { storage, now, randomBytes, hashName } = dependencies;
  const start = createSessionStart(dependencies);
  const { begin, reject, attempt } = start;

  const passkeys = createPasskeys(dependencies, start);

  async function proofIn(person: Person, given: Confirmation) {
    if (!("password" in given)) return passkeys.proveConfirmation(person, given);
    const stored = await storage.operators.findPassword(person.id);
    const isRight = await verifyPassword(given.password, stored);
    if (!isRight || typeof stored !== "string") return undefined;
    return { kind: "password", operatorId: person.id, passwordHash: stored } as const;
  }

  return {
    passkeys,

    async byLink(token, origin) {
      const tooMany = await attempt({ address: origin.address });
      if (tooMany) return tooMany;
      const result = await begin({ kind: "link", tokenHash: hashSecret(token) }, origin);
      if (!("kind" in result)) await storage.signInAttempts.succeed({ address: origin.address });
      return result;
    },

    async byPassword({ name, password }, origin) {
      const hash = hashName(name);
      const { address, device } = origin;
      const by = isDeviceOf(dependencies, name, device)
        ? { guesser: hashName(`device ${device}`) }
        : { guesser: hashName(`${hash} from ${address}`), name: hash, address };
      const tooMany = await attempt(by);
      if (tooMany) return tooMany;
      const operator = await storage.operators.findByName(name);
      const stored = operator && (await storage.operators.findPassword(operator.id));
      const isRight = await verifyPassword(password, stored);
      if (!isRight || !operator || typeof stored !== "string") return reject(origin.address);
      const proof = { kind: "password", operatorId: operator.id, passwordHash: stored } as const;
      const result = await begin(proof, origin);
      if (!("kind" in result)) await storage.signInAttempts.succeed(by);
      return result;
    },

    async confirm(person, given) {
      const operator = await storage.operators.find(person.id);
      if (!operator) return { kind: "operator_not_found", id: person.id };
      const address = person.address ?? "";
      // Guesses at the password count for this session alone: others cannot use up the person's. A passkey cannot be guessed.
      const by = "password" in given ? { guesser: person.session } : { address };
      const tooMany = await attempt(by);
      if (tooMany) return tooMany;
      const proof = await proofIn(person, given);
      const token = randomBytes(32).toString("base64url");
      const result =
        proof &&
        (await storage.operatorSessions.confirm({
          proof,
          session: { id: person.session, operatorId: person.id, tokenHash: hashSecret(token) },
          at: now(),
          audit: auditLine(dependencies, person, "session.confirm", { kind: "session", id: person.session }),
        }));
      if (result?.kind !== "confirmed") {
        await reject(address);
        return { kind: "confirmation_rejected" };
      }
      await storage.signInAttempts.succeed(by);
      return { token };
    },

    async changePassword(person, { password, current }) {
      const operator = await storage.operators.find(person.id);
      const before = await storage.operators.findPassword(person.id);
      if (!operator || before === undefined) return { kind: "operator_not_found", id: person.id };
      // Where none is set, one that is given proves nothing.
      if ((before === null) !== (current === undefined)) return { kind: "password_rejected" };
      if (before !== null && current !== undefined) {
        const by = { guesser: person.session };
        const tooMany = await attempt(by);
        if (tooMany) return tooMany;
        if (!(await verifyPassword(current, before))) return { kind: "password_rejected" };
        await storage.signInAttempts.succeed(by);
      }
      const token = randomBytes(32).toString("base64url");
      const on = { kind: "operator", id: person.id };
      const what = password === null ? "password.remove" : "password.change";
      const set = await storage.operators.setPassword({
        id: person.id,
        before,
        passwordHash: password === null ? null : await hashPassword(password),
        session: { id: person.session, tokenHash: hashSecret(token) },
        audit: auditLine(dependencies, person, what, on),
      });
      if (set.kind === "operator_not_found") return { kind: "operator_not_found", id: person.id };
      // Another session set one meanwhile, which this one does not know.
      return set.kind === "password_set" ? { token } : { kind: "password_rejected" };
    },
  };
}

const hashAsync = promisify(argon2);

/** The first choice of OWASP's Password Storage Cheat Sheet for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** How many hashes are computed at once: each takes memory and a thread of the pool that visitors' work needs too. */
const maxAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password with a new salt, as a PHC string. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = cost;
  const tag = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/**
 * Compares a password with a stored hash. If there is none it takes as long, so that the time does not reveal
 * whether a name exists.
 */
async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? "");
  const [, memory, passes, parallelism, salt, tag] = match ?? [];
  const expected = Buffer.from(tag ?? "", "base64");
  const given = await derive(password, match ? Buffer.from(salt ?? "", "base64") : randomBytes(16), {
    memory: Number(memory ?? cost.memory),
    passes: Number(passes ?? cost.passes),
    parallelism: Number(parallelism ?? cost.parallelism),
    tagLength: match ? expected.byteLength : cost.tagLength,
  });
  return match !== null && timingSafeEqual(given, expected);
}

async function derive(
  password: string,
  nonce: Buffer,
  parameters: { readonly [Name in keyof typeof cost]: number },
): Promise<Buffer> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    // Composed and decomposed letters look alike, and keyboards differ in which they send.
    return await hashAsync("argon2id", { message: password.normalize("NFC"), nonce, ...parameters });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
