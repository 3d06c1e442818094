/** The public part of an agent key: `ak_<public id>_<secret>`; `undefined` if it is not a key. */
export function publicKeyId(key: string): string | undefined {
  return /^ak_([0-9a-z]+)_[\w-]+$/.exec(key)?.[1];
}
