import { describe, expect, test } from "vitest";
import type { PasskeyRecord } from "../../src/index.ts";
import { auditedIn, putOperator, sampleAudit } from "./operator-samples.ts";
import { newId, type OpenStorage } from "./samples.ts";

const samplePasskey = (values: Partial<PasskeyRecord>) => ({
  credentialId: newId("cred"),
  operatorId: "",
  publicKey: Uint8Array.of(0, 255, 7),
  counter: 0,
  transports: ["internal", "hybrid"],
  name: "Ada's phone",
  createdAt: 1000,
  ...values,
});

/** Passkeys and their challenges. */
export function passkeyPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: passkeys`, () => {
    test("a passkey is read back as added, belongs to one person, and goes with them", async () => {
      await using storage = await open();
      await putOperator(storage, { role: "owner" });
      const [{ id: operatorId }, other] = [await putOperator(storage), await putOperator(storage)];
      const passkey = samplePasskey({ operatorId });
      const { passkeys } = storage;
      const audit = sampleAudit({ what: "passkey.create" });
      expect(await passkeys.add(passkey, audit)).toEqual({ kind: "added" });
      expect(await passkeys.find(passkey.credentialId)).toEqual({ ...passkey, lastUsedAt: null });
      expect(await passkeys.list(operatorId)).toEqual([{ ...passkey, lastUsedAt: null }]);
      expect(await passkeys.list(other.id)).toEqual([]);
      const { credentialId } = passkey;
      expect(await passkeys.add(samplePasskey({ credentialId, operatorId: other.id }))).toEqual({
        kind: "credential_taken",
      });
      expect(await passkeys.add(samplePasskey({ operatorId: "nobody" }))).toEqual({
        kind: "operator_not_found",
      });

      const foreign = { credentialId, operatorId: other.id };
      expect(await passkeys.rename({ ...foreign, name: "Mine" })).toBeUndefined();
      expect(await passkeys.remove(foreign)).toBe(false);
      expect(await passkeys.rename({ credentialId, operatorId, name: "Old" })).toMatchObject({ name: "Old" });
      expect(await auditedIn(storage)).toEqual(["passkey.create"]);
      await storage.operators.remove({ id: operatorId, at: 5 });
      expect(await passkeys.find(credentialId)).toBeUndefined();
    });

    test("a passkey signs in while its counter goes ahead, or where it does not count, and not once removed", async () => {
      await using storage = await open();
      const { id: operatorId } = await putOperator(storage);
      const [counting, silent] = [samplePasskey({ operatorId, counter: 7 }), samplePasskey({ operatorId })];
      for (const passkey of [counting, silent]) await storage.passkeys.add(passkey);
      const use = async ({ credentialId }: { readonly credentialId: string }, counter: number) => {
        const id = newId("ops");
        const session = { id, tokenHash: `hash of ${id}`, browser: "" };
        const proof = { kind: "passkey", credentialId, counter } as const;
        return (await storage.operatorSessions.signIn({ proof, session, at: 3000 })).kind;
      };
      expect(await use(counting, 8)).toBe("signed_in");
      // A copy lags behind.
      expect(await use(counting, 8)).toBe("rejected");
      expect(await use(counting, 0)).toBe("rejected");
      expect(await use(silent, 0)).toBe("signed_in");
      expect(await use(silent, 0)).toBe("signed_in");
      expect(await storage.passkeys.find(counting.credentialId)).toMatchObject({
        counter: 8,
        lastUsedAt: 3000,
      });
      await storage.passkeys.remove({ credentialId: silent.credentialId, operatorId });
      expect(await use(silent, 0)).toBe("rejected");
    });

    test("a challenge is taken once, before its end, and forgotten after it", async () => {
      await using storage = await open();
      const { passkeys } = storage;
      const { id: operatorId } = await putOperator(storage);
      const asked = { challenge: "a", purpose: "register", operatorId, expiresAt: 2000 } as const;
      await passkeys.saveChallenge(asked);
      await passkeys.saveChallenge({ ...asked, challenge: "b", purpose: "sign_in", operatorId: null });
      await passkeys.saveChallenge({ ...asked, challenge: "c" });
      expect(await passkeys.takeChallenge({ challenge: "a", now: 1999 })).toEqual(asked);
      expect(await passkeys.takeChallenge({ challenge: "a", now: 1999 })).toBeUndefined();
      expect(await passkeys.takeChallenge({ challenge: "b", now: 2000 })).toBeUndefined();
      await storage.conversations.expire({ now: 2000, idleSince: 0, createdSince: 0 });
      expect(await passkeys.takeChallenge({ challenge: "c", now: 1 })).toBeUndefined();
    });
  });
}
