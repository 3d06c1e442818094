import type { OperatorRecord } from "@servicechat/storage";

/** The fields of a person that owners may see. */
export interface OperatorView extends Omit<OperatorRecord, "revision"> {
  /** Another one whenever name, display name, role or agents have changed. */
  readonly revision: string;
}

/** The visible fields of a person. */
export function operatorView({ revision, ...operator }: OperatorRecord): OperatorView {
  return { ...operator, revision: String(revision) };
}
