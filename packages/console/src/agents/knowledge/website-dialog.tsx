import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { asProblem, type ApiProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FaultList } from "../../ui/fault-list.tsx";
import { Field, InputField } from "../../ui/form.tsx";
import { problemText } from "../../ui/page.tsx";
import type { WebsiteChange } from "./use-apply-website.ts";
import { usePreviewOfWebsite, WebsitePages } from "./website-pages.tsx";
import { addressIn, isSitemapAddress, shortAddress } from "./website-address.ts";
import type { WebsiteSource } from "./website-entry.ts";

/** Steps that are offered; one that the file has besides is offered too. */
const usualDepths = [0, 1, 2, 3, 5, 10];
/** What fits most websites when one is added. */
const first = { depth: 3, maxPages: 500, include: [], exclude: [] } as const;
const mostParts = 50;
const mostPages = 20_000;

/** Adds a website to an agent, or changes one: its address, a look at its pages, and what is left out. */
export function WebsiteDialog({
  website,
  apply,
  close,
}: {
  /** The one that is changed; `undefined` for a new one. */
  website: WebsiteSource | undefined;
  apply: (change: WebsiteChange) => Promise<number | undefined>;
  close: () => void;
}): JSX.Element {
  const { words, toast } = useConsole();
  const text = words.knowledge.website;
  const [entered, setEntered] = useState(website?.address ?? "");
  const [values, setValues] = useState<Omit<WebsiteSource, "address" | "isSitemap">>(website ?? first);
  const [isApplying, setApplying] = useState(false);
  const [failure, setFailure] = useState<ApiProblem | "bad_address">();
  const preview = usePreviewOfWebsite();
  const address = addressIn(entered);
  const isSitemap =
    address !== undefined && (website?.address === address ? website.isSitemap : isSitemapAddress(address));
  const source = address === undefined ? undefined : { ...values, address, isSitemap };
  const depths = [...new Set([...usualDepths, values.depth])].toSorted((one, other) => one - other);

  function look(): void {
    setFailure(source ? undefined : "bad_address");
    // What is left out is decided here: a page that is left out by mistake must be seen to be chosen again.
    if (source) preview.start({ ...source, exclude: [] });
  }

  function read(): void {
    if (!source) return setFailure("bad_address");
    preview.stop();
    setApplying(true);
    setFailure(undefined);
    const short = shortAddress(source.address);
    const note = website ? text.changedNote(short) : text.addedNote(short);
    apply({ source, replaced: website?.address, note })
      .then((version) => {
        toast.value = version === undefined ? text.drafted : text.applied(version);
        close();
      })
      .catch((thrown: unknown) => {
        setApplying(false);
        setFailure(asProblem(thrown));
      });
  }

  return (
    <Dialog title={website ? text.changeTitle : text.title} close={close}>
      <form
        class="form website"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (preview.isRunning) preview.stop();
          else look();
        }}
      >
        <InputField
          label={text.address}
          hint={text.addressHint}
          type="url"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          maxLength={2000}
          placeholder="https://"
          value={entered}
          onText={(next) => {
            setEntered(next);
            setFailure(undefined);
            preview.clear();
          }}
        />
        {isSitemap ? (
          <p class="hint">{text.sitemapText}</p>
        ) : (
          <Field label={text.depth}>
            {(tied) => (
              <select
                {...tied}
                value={values.depth}
                onChange={({ currentTarget }) => {
                  setValues({ ...values, depth: Number(currentTarget.value) });
                  preview.clear();
                }}
              >
                {depths.map((depth) => (
                  <option key={depth} value={depth}>
                    {text.depths(depth)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {(isSitemap || values.depth > 0) && (
          <InputField
            label={text.maxPages}
            type="number"
            min={1}
            max={mostPages}
            value={values.maxPages}
            onText={(next) => {
              const maxPages = Math.min(mostPages, Math.max(1, Math.trunc(Number(next)) || 1));
              setValues({ ...values, maxPages });
            }}
          />
        )}
        <div class="form-actions">
          <button type="submit" class="button">
            {preview.isRunning ? text.stopLook : preview.pages.length > 0 ? text.lookAgain : text.look}
          </button>
        </div>
        <WebsitePages
          preview={preview}
          exclude={values.exclude}
          change={(exclude) => {
            if (exclude.length <= mostParts) setValues({ ...values, exclude });
          }}
          isFull={values.exclude.length >= mostParts ? text.tooMany(mostParts) : undefined}
        />
        <div role="alert">
          {failure === "bad_address" && <p class="form-problem">{text.badAddress}</p>}
          {typeof failure === "object" && (
            <div class="form-problem">
              <p>{problemText(failure, words)}</p>
              {failure.faults.length > 0 && <FaultList faults={failure.faults} />}
            </div>
          )}
        </div>
        <div class="form-actions website-end">
          <button type="button" class="button" onClick={close}>
            {words.common.cancel}
          </button>
          <button type="button" class="button primary" disabled={isApplying} onClick={read}>
            {website ? text.save : text.read}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
