/** Gives what hands events on in order, from the moment when `open` resolves; if that never happens, never. */
export function holdUntil<Event>(
  open: Promise<unknown>,
  handOn: (event: Event) => void,
): (event: Event) => void {
  let held: Event[] | undefined = [];
  const letGo = (): void => {
    const events = held ?? [];
    held = undefined;
    for (const event of events) handOn(event);
  };
  open.then(letGo, () => undefined);
  return (event) => {
    if (held) held.push(event);
    else handOn(event);
  };
}
