/**
 * Creates a function that reloads the frame if the service has another version by now, in which the files of this one
 * have other names. The frame's URL records the version, so that this happens once for each. Any failure leaves the
 * frame as it is.
 *
 * @param isCalm whether nothing would be lost by it, and nobody disturbed
 */
export function createFrameRenewal(isCalm: () => boolean): () => Promise<void> {
  let isRenewing = false;
  return async () => {
    if (isRenewing || !isCalm()) return;
    isRenewing = true;
    await renew(isCalm).catch(() => undefined);
    isRenewing = false;
  };
}

async function renew(isCalm: () => boolean): Promise<void> {
  const page = await (await fetch(location.href)).text();
  const files = page.match(/\/chat\/assets\/[\w.-]+/g) ?? [];
  const script = files.find((file) => file.endsWith(".js")) ?? location.hash;
  if (location.hash.includes(script) || document.querySelector(`[src="${script}"]`)) return;
  // During an upgrade the next request may reach a node of either version, so the new one's initial files are loaded
  // first.
  const answers = await Promise.all(files.map((file) => fetch(file)));
  await Promise.all(answers.map((answer) => answer.blob()));
  if (!answers.every(({ ok }) => ok) || !isCalm()) return;
  history.replaceState(history.state, "", `${location.hash}#${script}`);
  location.reload();
}
