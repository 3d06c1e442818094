/** The part of an agent key that is no secret: `ak_<public id>_<secret>`; `undefined` when it is no key. */
export function publicKeyId(key: string): string | undefined {
  return /^ak_([0-9a-z]+)_[\w-]+$/.exec(key)?.[1];
}
