import type { Kysely } from "kysely";
import type { WriteInOrder } from "../change.ts";
import type { OperatorRow } from "../schema/rows/people.ts";
import type { Tables } from "../schema/tables.ts";
import { writeAudit } from "./audit.ts";
import {
  comparableName,
  operatorRecord,
  type OperatorChanges,
  type OperatorStore,
} from "./operator-store.ts";
import { endPushes, hideDraftsOf } from "./revoke-access.ts";

/** Changes a person, unless that would take away the last owner or somebody else's name. */
export function createUpdateOperator({
  writeInOrder,
}: {
  readonly writeInOrder: WriteInOrder;
}): OperatorStore["update"] {
  return ({ id, values, expected, audit }) =>
    writeInOrder(async (transaction) => {
      const before = await transaction
        .selectFrom("operators")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      if (!before) return { kind: "operator_not_found" };
      if (expected !== undefined && expected !== before.revision)
        return { kind: "newer_revision", revision: before.revision };
      if (values.name !== undefined && (await isNameOfOther(transaction, values.name, id)))
        return { kind: "name_taken" };
      const { role = before.role } = values;
      const isDemoted = before.role === "owner" && role !== "owner";
      if (isDemoted && !(await hasOtherOwner(transaction, id))) return { kind: "last_owner" };

      const after = await transaction
        .updateTable("operators")
        .set({ ...columnsOf(values), revision: before.revision + 1 })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (after.role !== before.role || after.agents !== before.agents) await hideDraftsOf(transaction, id);
      if (role !== before.role) {
        await transaction.deleteFrom("operator_sessions").where("operator_id", "=", id).execute();
        await endPushes(transaction, id);
      }
      await writeAudit(transaction, audit);
      return { kind: "updated", operator: operatorRecord(after) };
    });
}

/** Whether there is an owner beside a person. */
export async function hasOtherOwner(transaction: Kysely<Tables>, id: string): Promise<boolean> {
  const other = await transaction
    .selectFrom("operators")
    .select("id")
    .where("role", "=", "owner")
    .where("id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

async function isNameOfOther(transaction: Kysely<Tables>, name: string, id: string): Promise<boolean> {
  const other = await transaction
    .selectFrom("operators")
    .select("id")
    .where("name_key", "=", comparableName(name))
    .where("id", "!=", id)
    .executeTakeFirst();
  return other !== undefined;
}

function columnsOf({ name, displayName, role, agents }: OperatorChanges): Partial<OperatorRow> {
  return {
    ...(name !== undefined && { name, name_key: comparableName(name) }),
    ...(displayName !== undefined && { display_name: displayName }),
    ...(role !== undefined && { role }),
    ...(agents !== undefined && { agents: agents && JSON.stringify(agents) }),
    ...(role === "owner" && { agents: null }),
  };
}
