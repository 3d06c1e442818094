import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const hashAsync = promisify(argon2);

/** The first choice of OWASP's Password Storage Cheat Sheet for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** How many hashes are computed at once: each takes memory and a thread of the pool that visitors' work needs too. */
const maxAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password with a new salt, as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = cost;
  const tag = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/**
 * Compares a password with a stored hash. Where there is none it takes as long, so that nobody learns from the time
 * whether a name exists.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
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
