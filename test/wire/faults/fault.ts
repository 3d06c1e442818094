import type { PassingAnswer, PassingRequest, Spoil } from "../../support/spoiling-proxy.ts";

/** One thing that a service could do wrong, and the checks that must detect it. */
export interface Fault {
  /** Completes the sentence "a service that ... fails ...". */
  readonly what: string;
  readonly spoil: Spoil;
  readonly fails: readonly string[];
}

/** Changes one header of every matching response, or removes it. */
export function header(
  name: string,
  value: string | undefined,
  fits: (answer: PassingAnswer) => boolean = () => true,
): Spoil {
  return {
    answer: (answer) => {
      if (answer.headers[name] !== undefined && fits(answer)) answer.headers[name] = value;
    },
  };
}

export function text(path: string, change: (piece: string) => string): Spoil {
  return {
    answer: (answer, sent) => {
      if (sent.path === path) answer.text = change;
    },
  };
}

export function status(from: number, to: number, path?: string): Spoil {
  return {
    answer: (answer, sent) => {
      if (answer.status === from && (path === undefined || sent.path === path)) answer.status = to;
    },
  };
}

export const always = (change: (request: PassingRequest) => void): Spoil => ({ request: change });
