/**
 * Continues with a value as soon as it is known: at once if it is known already. Most requests are let in from memory,
 * and each `await` of a known value would cost them a round of the microtask queue.
 */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  proceed: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(proceed) : proceed(value);
}
