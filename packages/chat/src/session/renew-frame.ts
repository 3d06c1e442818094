/**
 * Makes what loads the frame anew if the service has another version by now, in which files that this one wants have other names. The
 * frame's address remembers for which version it was done, so that it is done once for each. Whatever goes wrong leaves
 * the frame as it is.
 *
 * @param isCalm whether nothing would be lost by it, nor anybody disturbed
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
  // During an upgrade the next request may meet a node of either version: what the new one begins with is fetched before.
  const answers = await Promise.all(files.map((file) => fetch(file)));
  await Promise.all(answers.map((answer) => answer.blob()));
  if (!answers.every(({ ok }) => ok) || !isCalm()) return;
  history.replaceState(undefined, "", `${location.hash}#${script}`);
  location.reload();
}
