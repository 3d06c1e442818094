import { describe, expect, test } from "vitest";
import { auditedIn, putOperator, sampleAudit } from "./operator-samples.ts";
import type { OpenStorage } from "./samples.ts";

/** Pictures of people. */
export function facePromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: pictures of people`, () => {
    test("a picture is read back as put, another takes its place, and it goes with its person", async () => {
      await using storage = await open();
      await putOperator(storage, { role: "owner" });
      const { id: operatorId } = await putOperator(storage);
      const { faces } = storage;
      const face = { operatorId, type: "image/png", bytes: Uint8Array.of(0, 255, 7), revision: "one" };
      expect(await faces.find(operatorId)).toBeUndefined();
      expect(await faces.put(face, sampleAudit())).toBe(true);
      expect(await faces.find(operatorId)).toEqual(face);
      const other = { ...face, type: "image/jpeg", bytes: Uint8Array.of(1), revision: "two" };
      expect(await faces.put(other)).toBe(true);
      expect(await faces.find(operatorId)).toEqual(other);
      expect(await faces.list()).toEqual([{ operatorId, revision: "two" }]);
      expect(await faces.put({ ...face, operatorId: "nobody" }, sampleAudit())).toBe(false);

      await storage.operators.remove({ id: operatorId, at: 1 });
      expect(await faces.list()).toEqual([]);
      expect(await auditedIn(storage)).toEqual(["operator.change"]);
    });

    test("removing a picture is recorded once, and not without one", async () => {
      await using storage = await open();
      const { id: operatorId } = await putOperator(storage);
      await storage.faces.put({ operatorId, type: "image/png", bytes: Uint8Array.of(1), revision: "one" });
      expect(await storage.faces.remove(operatorId, sampleAudit())).toBe(true);
      expect(await storage.faces.remove(operatorId, sampleAudit())).toBe(false);
      expect(await storage.faces.find(operatorId)).toBeUndefined();
      expect(await auditedIn(storage)).toEqual(["operator.change"]);
    });
  });
}
