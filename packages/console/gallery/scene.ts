import type { AdminFailureCode } from "@servicechat/contract/admin";
import { adminFailures } from "@servicechat/contract/admin";

/** What a request to the fake API says. */
export interface FakeRequest {
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** What stands in the place of `{id}` in the route. */
  readonly id: string;
}

/** How the fake API answers: with a body, not at all, or with a problem. */
export type FakeAnswer =
  | { readonly kind: "body"; readonly status: number; readonly body: unknown }
  | { readonly kind: "nothing" }
  | {
      readonly kind: "problem";
      readonly status: number;
      readonly code: string;
      readonly detail: string;
      readonly members?: object;
    };

/** Answers by method and route, such as `GET chats/{id}`; of `GET events` the body is a list of events with their data. */
export type Scene = Readonly<Record<string, FakeAnswer | ((request: FakeRequest) => FakeAnswer)>>;

/** Answers with a body. */
export const says = (body: unknown, status = 200): FakeAnswer => ({ kind: "body", status, body });

/** Answers with one page of a list, which is all of it. */
export const lists = (items: readonly unknown[], next: string | null = null): FakeAnswer =>
  says({ items, next });

/** Never answers. */
export const hangs: FakeAnswer = { kind: "nothing" };

/** Fails as the API does. */
export function fails(code: AdminFailureCode): FakeAnswer {
  const { status, message } = adminFailures[code];
  return { kind: "problem", status, code, detail: message };
}

/** Fails for a reason that nobody has foreseen. */
export const breaks: FakeAnswer = {
  kind: "problem",
  status: 500,
  code: "internal",
  detail: "Something went wrong on the server. Please try again.",
};
