import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { uploadedLocation, type PutDocument, type Storage } from "../../src/index.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
import { putAgent, type OpenStorage } from "./samples.ts";

const max = { documents: 3, bytes: 1_000_000 };

/** Stores bytes, and the document that has them. */
export async function upload(
  { uploadedDocuments }: Storage,
  path: string,
  { bytes = new Uint8Array(5), ...values }: Partial<PutDocument> & { readonly bytes?: Uint8Array } = {},
) {
  const content = `con_${randomUUID()}`;
  const agentId = values.agentId ?? "guide";
  await uploadedDocuments.store({ id: content, agentId, bytes, at: 1_000 });
  return uploadedDocuments.put({
    agentId,
    path,
    type: "markdown",
    size: bytes.length,
    sha256: "0".repeat(64),
    content,
    by: { kind: "operator", id: "opr_1", name: "Ada" },
    at: 1_000,
    revision: randomUUID(),
    max,
    audit: (isNew) => sampleAudit({ what: isNew ? "document.add" : "document.change" }),
    ...values,
  });
}

const lease = (holder: string, now = 5_000, except: readonly string[] = []) => ({
  holder,
  now,
  heldUntil: now + 1_000,
  except,
});

const readAs = (text: string) => ({
  title: "Returns",
  url: "https://docs.example/own",
  passages: [{ headings: ["Returns"], anchor: null, text }],
  missing: ["Page 3 has no text."],
  id: `doc_${randomUUID()}`,
  fingerprint: "1",
});

/** Documents that people upload: their bytes, limits, and who reads them. */
export function uploadedDocumentPromises(driver: string, open: OpenStorage): void {
  const search = async (storage: Storage, word: string) =>
    (await storage.knowledge.search({ agentId: "guide", words: [word], limit: 9 })).map(({ title }) => title);

  describe(`${driver}: uploaded documents`, () => {
    test("are read by one at a time, answer by what was read, and go with their bytes", async () => {
      await using storage = await open();
      const { uploadedDocuments: documents } = storage;
      await putAgent(storage, "guide");
      const bytes = Uint8Array.from({ length: 600_000 }, (_, at) => at % 251);
      const place = { agentId: "guide", path: "ä/1 %.md" };
      expect(await upload(storage, place.path, { bytes })).toMatchObject({ kind: "added" });
      const taken = await documents.claim(lease("one"));
      expect(taken).toMatchObject({ ...place, state: "waiting", title: null, enabled: true });
      expect(await documents.claim(lease("two"))).toBeUndefined();
      expect(await documents.claim(lease("two", 9_000, ["guide"]))).toBeUndefined();
      const { content = "" } = taken ?? {};
      const pieces = await Array.fromAsync(documents.read(content));
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);

      // The first holder was too slow: what it brings is no longer taken.
      const again = await documents.claim(lease("two", 9_000));
      expect(again).toMatchObject(place);
      const held = { ...place, content };
      await documents.finish({ ...held, holder: "one", read: readAs("Apricots."), at: 1 });
      expect(await search(storage, "apricots")).toEqual([]);
      expect(await documents.hold({ ...held, holder: "two", heldUntil: 20_000 })).toBe(true);
      await documents.finish({ ...held, holder: "two", read: readAs("Quinces."), at: 9_500 });
      expect(await search(storage, "quinces")).toEqual(["Returns"]);
      expect(await documents.find(place)).toMatchObject({
        state: "read",
        passages: 1,
        missing: ["Page 3 has no text."],
        ownTitle: "Returns",
        readAt: 9_500,
      });

      const values = { title: "Mine", url: null };
      const change = (given: object) => {
        const audit = sampleAudit({ what: "document.change" });
        return documents.change({ ...place, values, at: 1, audit, revision: "r2", ...given });
      };
      expect(await change({ expected: "another" })).toMatchObject({ kind: "newer_revision" });
      await change({});
      expect(await search(storage, "quinces")).toEqual(["Mine"]);
      const [passage] = await storage.knowledge.search({ agentId: "guide", words: ["quinces"], limit: 1 });
      expect(passage?.url).toBeNull();
      const off = await change({ values: { enabled: false } });
      expect(off).toMatchObject({ document: { enabled: false, state: "read" } });
      expect(await search(storage, "quinces")).toEqual([]);

      const removal = sampleAudit({ what: "document.remove" });
      expect(await documents.remove({ ...place, audit: removal })).toBe(true);
      expect(await documents.remove({ ...place, audit: removal })).toBe(false);
      while (await documents.removeSome(1));
      expect(await Array.fromAsync(documents.read(content))).toEqual([]);
      expect(await documents.totals("guide")).toEqual({ documents: 0, bytesOfAll: 0 });
      expect((await auditedIn(storage)).toSorted()).toEqual([
        "document.add",
        "document.change",
        "document.change",
        "document.remove",
      ]);
    });

    test("stay within what an agent, and all agents together, may have, also when many come at once", async () => {
      await using storage = await open();
      const { uploadedDocuments: documents } = storage;
      for (const id of ["guide", "shop"]) await putAgent(storage, id);
      const all = await Promise.all(["a", "b", "c", "d", "e"].map((path) => upload(storage, path)));
      expect(all.map(({ kind }) => kind).toSorted()).toEqual([
        "added",
        "added",
        "added",
        "too_many",
        "too_many",
      ]);
      const small = { documents: 3, bytes: 32 };
      const others = await Promise.all(
        ["f", "g"].map((path) =>
          upload(storage, path, { agentId: "shop", bytes: new Uint8Array(10), max: small }),
        ),
      );
      expect(others.map(({ kind }) => kind).toSorted()).toEqual(["added", "too_large"]);
      expect(await documents.totals("shop")).toEqual({ documents: 1, bytesOfAll: 25 });
      expect(await upload(storage, "x", { agentId: "nobody" })).toEqual({ kind: "agent_not_found" });
      // What was refused is deleted at once, what was accepted is not.
      let removed = 0;
      while (await documents.removeSome(1)) removed++;
      expect(removed).toBe(4);
      const listed = await documents.list({ agentId: "guide", limit: 2 });
      expect(listed).toHaveLength(2);
      const rest = await documents.list({ agentId: "guide", after: listed[1]?.path ?? "", limit: 9 });
      expect(rest).toHaveLength(1);
      expect(await documents.list({ agentId: "guide", text: "F", limit: 9 })).toEqual([]);
      expect(await documents.list({ agentId: "shop", text: "F", limit: 9 })).toHaveLength(
        (await documents.find({ agentId: "shop", path: "f" })) ? 1 : 0,
      );

      await storage.agents.delete("guide");
      expect(await documents.totals("guide")).toEqual({ documents: 0, bytesOfAll: 10 });
      await putAgent(storage, "guide");
      expect(await documents.list({ agentId: "guide", limit: 9 })).toEqual([]);
      expect(uploadedLocation("a")).toBe("upload://a");
    });
  });
}
