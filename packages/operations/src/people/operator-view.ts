import type { OperatorRecord } from "@servicechat/storage";

/** What an owner may know of a person. */
export interface OperatorView extends Omit<OperatorRecord, "revision"> {
  /** Another one whenever name, display name, role or agents have changed. */
  readonly revision: string;
}

/** What is shown of a person. */
export function operatorView({ revision, ...operator }: OperatorRecord): OperatorView {
  return { ...operator, revision: String(revision) };
}
