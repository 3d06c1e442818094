import { randomUUID } from "node:crypto";
import { auditLine } from "../access/audit.ts";
import { byRole, ofPerson } from "../access/operation.ts";

/** Operations on pictures of people. Colleagues see them; visitors do not. */
export const faceOperations = {
  /** Who has a picture, and its revision. */
  list: byRole("viewer", ({ storage }) => storage.faces.list()),

  /** The picture of a person. */
  find: byRole("viewer", async ({ storage }, { id }: { readonly id: string }) => {
    const face = await storage.faces.find(id);
    return face ?? { kind: "operator_not_found" as const, id };
  }),

  /** Gives the person a picture, in place of the one before. */
  put: ofPerson(
    async (parts, { type, bytes }: { readonly type: string; readonly bytes: Uint8Array }, person) => {
      const { id } = person;
      const revision = randomUUID();
      const audit = auditLine(parts, person, "operator.change", { kind: "operator", id, name: person.name });
      const isPut = await parts.storage.faces.put({ operatorId: id, type, bytes, revision }, audit);
      return isPut ? { revision } : { kind: "operator_not_found" as const, id };
    },
  ),

  /** Removes the person's picture, if there is one. */
  remove: ofPerson(async (parts, _input: object, person) => {
    const { id } = person;
    const audit = auditLine(parts, person, "operator.change", { kind: "operator", id, name: person.name });
    await parts.storage.faces.remove(id, audit);
    return { removed: true as const };
  }),
};
