import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Key, KeySite, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { KeySites } from "../keys/key-sites.tsx";
import { Field } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, SkeletonRows } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { KeyTagSection } from "./install/key-tag.tsx";
import { PageCheck } from "./install/page-check.tsx";

/** How often the page looks where the key was seen, in milliseconds. */
const lookEveryMs = 10_000;

/** The tag of an agent, how to put it into a page, whether it works there, and where it was seen. */
export function InstallTab({ id }: { id: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.install;
  const keys = useResource(`install ${id}`, async (signal) => {
    const { items } = await api.get<Page<Key>>("keys", { agent: id, limit: 200 }, signal);
    return items.filter(({ revokedAt, serverSide }) => revokedAt === null && !serverSide);
  });
  const [chosen, setChosen] = useState("");
  return (
    <Loaded resource={keys} skeleton={<SkeletonRows rows={3} />}>
      {(found) => {
        const key =
          found.find((each) => each.id === chosen) ?? found.find(({ endsAt }) => !endsAt) ?? found[0];
        if (!key)
          return (
            <EmptyState
              sign="keys"
              title={text.noKey}
              text={text.noKeyText}
              action={
                <a class="button primary" href={hrefOf("keys", { new: "1" })}>
                  {text.createKey}
                </a>
              }
            />
          );
        return (
          <div class="install">
            {found.length > 1 && (
              <Field label={text.key}>
                {(tied) => (
                  <select
                    {...tied}
                    value={key.id}
                    onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                  >
                    {found.map(({ id: keyId, name, lastFour }) => (
                      <option key={keyId} value={keyId}>
                        {showHidden(name ?? words.keys.unnamed)} …{lastFour}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
            <KeyInstall key={key.id} item={key} changed={keys.reload} />
          </div>
        );
      }}
    </Loaded>
  );
}

function KeyInstall({ item, changed }: { item: Key; changed: () => void }): JSX.Element {
  const text = useConsole().words.install;
  return (
    <>
      <SeenLine keyId={item.id} />
      <section class="card">
        <h2>{text.tag}</h2>
        <KeyTagSection keyId={item.id} />
      </section>
      <section class="card">
        <h2>{text.check}</h2>
        <PageCheck keyId={item.id} site={firstSite(item.allowed)} />
      </section>
      <section class="card">
        <h2>{text.sites}</h2>
        <KeySites item={item} changed={changed} />
      </section>
    </>
  );
}

/** Where a key was seen last, and when; looks again every few seconds. */
export function SeenLine({ keyId }: { keyId: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.install;
  const sites = useResource(`seen ${keyId}`, async (signal) => {
    const path = `keys/${encodeURIComponent(keyId)}/sites`;
    return (await api.get<Page<KeySite>>(path, { limit: 200 }, signal)).items;
  });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && sites.reload(), lookEveryMs);
    return () => clearInterval(timer);
  }, [keyId]);
  const seen = (sites.value ?? [])
    .filter(({ admitted, origin }) => admitted > 0 && origin !== "others")
    .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt))[0];
  return (
    <div role="status">
      {seen ? (
        <p class="notice">
          {icon("check", 16)}
          <span>
            {text.seenOn(showHidden(seen.origin.replace(/^https:\/\//, "")))}, <Time at={seen.lastAt} />
          </span>
        </p>
      ) : (
        sites.value && (
          <p class="notice">
            {icon("clock", 16)}
            <span>
              <b>{text.notSeen}</b>
              <br />
              {text.notSeenText}
            </span>
          </p>
        )
      )}
    </div>
  );
}

/** The address of the first allowed site that is a single one; empty if all are patterns. */
function firstSite(allowed: readonly string[]): string {
  const site = allowed.find((entry) => !entry.includes("*"));
  return site === undefined ? "" : `${site.includes("://") ? site : `https://${site}`}/`;
}
