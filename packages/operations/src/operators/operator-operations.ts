import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";
import { inList } from "../paging/in-list.ts";
import type { PageRequest } from "../paging/page.ts";
import { changeOperator } from "./change-operator.ts";
import type { OperatorChange } from "./change-operator.ts";
import { inviteOperator } from "./invite-operator.ts";
import type { NewPerson } from "./invite-operator.ts";
import { linkOperation } from "./link-operation.ts";
import { operatorView } from "./operator-view.ts";
import { linkMs, newSignInLink } from "./sign-in-link.ts";

/** Names a person by their id. */
interface NamedOperator {
  readonly id: string;
}

/** Operations on people of the console. */
export const operatorOperations = {
  /** People, oldest first. */
  list: byRole("owner", ({ storage }, { limit, after }: PageRequest) =>
    inList(async () => {
      const { items, next } = await storage.operators.list({ limit, ...(after !== undefined && { after }) });
      return { items: items.map(operatorView), next };
    }),
  ),

  /** One person. */
  find: byRole("owner", async ({ storage }, { id }: NamedOperator) => {
    const operator = await storage.operators.find(id);
    return operator ? operatorView(operator) : { kind: "operator_not_found" as const, id };
  }),

  /** One person by their name, without regard to case. */
  findByName: byRole("owner", async ({ storage }, { name }: { readonly name: string }) => {
    const operator = await storage.operators.findByName(name);
    return operator ? operatorView(operator) : { kind: "operator_not_found" as const, id: name };
  }),

  /** Makes a person, and a link that signs them in once, within a week. */
  invite: byRole("owner", (parts, input: NewPerson, actor) => inviteOperator(parts, input, actor)),

  /** Changes the given fields of a person, all or none. A new role signs them out everywhere. */
  change: byRole("owner", (parts, input: OperatorChange, actor) => changeOperator(parts, input, actor)),

  /** Removes a person, who is signed out everywhere at once. The last owner stays. */
  remove: byRole("owner", async (parts, { id }: NamedOperator, actor) => {
    const audit = auditLine(parts, actor, "operator.remove", { kind: "operator", id });
    const removal = await parts.storage.operators.remove({ id, at: parts.now(), audit });
    if (removal.kind === "operator_not_found") return { ...removal, id };
    return removal.kind === "last_owner" ? removal : { id, removed: true as const };
  }),

  /** Makes one more link for a person, good for a week. Earlier ones stay good. */
  inviteAgain: byRole("owner", async (parts, { id }: NamedOperator, actor) => {
    const { stored, ...link } = newSignInLink(parts, linkMs.invitation);
    const audit = auditLine(parts, actor, "operator.link", { kind: "operator", id });
    const made = await parts.storage.operators.createLink({ operatorId: id, link: stored, audit });
    return made.kind === "operator_not_found" ? { ...made, id } : link;
  }),

  link: linkOperation,
};
