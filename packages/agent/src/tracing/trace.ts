import type { Attributes } from "@opentelemetry/api";

/** Receives the steps of one reply, for operators who trace the service. It contains nobody's text. */
export interface Trace {
  /** Runs a step as a span below the reply's own. It ends when the promise settles. */
  step<Result>(step: Step, work: (span: StepSpan) => Promise<Result>): Promise<Result>;
}

/** The attributes of a step when it begins, by OpenTelemetry's conventions for generative AI. */
export interface Step {
  /** Of few different values, such as `chat gpt-5-mini`. */
  readonly name: string;
  /** Whether somebody else does the work: a provider, not this process. */
  readonly isRemote: boolean;
  readonly attributes: Attributes;
}

/** A step under way. */
export interface StepSpan {
  set(attributes: Attributes): void;
  /** Something happened on the way. */
  note(event: string, attributes: Attributes): void;
  /** The step failed. `errorType` is one of few values, never a sentence. */
  fail(errorType: string): void;
}
