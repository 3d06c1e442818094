import type { AdminFailureCode } from "@servicechat/contract/admin";
import { adminFailures } from "@servicechat/contract/admin";

/** A request to the fake API. */
export interface FakeRequest {
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** The value of the last `{id}` in the route. */
  readonly id: string;
}

/** A response of the fake API: a body, none at all, or a problem. */
export type FakeAnswer =
  | { readonly kind: "body"; readonly status: number; readonly body: unknown }
  | { readonly kind: "lines"; readonly lines: readonly unknown[] }
  | { readonly kind: "bytes"; readonly type: string; readonly bytes: Uint8Array }
  | { readonly kind: "nothing" }
  | {
      readonly kind: "problem";
      readonly status: number;
      readonly code: string;
      readonly detail: string;
      readonly members?: object;
    };

/**
 * Responses by method and route, such as `GET chats/{id}`; the body of `GET events` is a list of events with their
 * data.
 */
export type Scene = Readonly<Record<string, FakeAnswer | ((request: FakeRequest) => FakeAnswer)>>;

/** Responds with a body. */
export const says = (body: unknown, status = 200): FakeAnswer => ({ kind: "body", status, body });

/** Responds with bytes of a media type. */
export const shows = (type: string, bytes: Uint8Array): FakeAnswer => ({ kind: "bytes", type, bytes });

/** Responds with a list on one page. */
export const lists = (items: readonly unknown[], next: string | null = null): FakeAnswer =>
  says({ items, next });

/** Responds with JSON values, one a line. */
export const sends = (lines: readonly unknown[]): FakeAnswer => ({ kind: "lines", lines });

/** Never responds. */
export const hangs: FakeAnswer = { kind: "nothing" };

/** Fails as the API does. */
export function fails(code: AdminFailureCode): FakeAnswer {
  const { status, message } = adminFailures[code];
  return { kind: "problem", status, code, detail: message };
}

/** Fails for an unexpected reason. */
export const breaks: FakeAnswer = {
  kind: "problem",
  status: 500,
  code: "internal",
  detail: "Something went wrong on the server. Please try again.",
};
