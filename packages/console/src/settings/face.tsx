import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { Avatar } from "../ui/avatar.tsx";
import { problemText } from "../ui/page.tsx";

/** The picture of the person who is signed in, for colleagues. */
export function OwnFace(): JSX.Element | null {
  const { api, words, me, faces, toast } = useConsole();
  const text = words.settings.signIn;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  const person = me.value;
  if (!person) return null;
  const hasFace = faces.value.has(person.id);

  function change(work: () => Promise<string | undefined>): void {
    setSending(true);
    setFailure("");
    work()
      .then((revision) => {
        const changed = new Map(faces.value);
        if (revision === undefined) changed.delete(person?.id ?? "");
        else changed.set(person?.id ?? "", revision);
        faces.value = changed;
        toast.value = words.common.saved;
      })
      .catch((thrown: unknown) =>
        setFailure(
          thrown instanceof UnreadableImage ? text.faceUnreadable : problemText(asProblem(thrown), words),
        ),
      )
      .finally(() => setSending(false));
  }

  return (
    <div class="own-face">
      <Avatar name={person.name} operator={person.id} />
      <div class="row-main">
        <div class="own-face-actions">
          <label class={isSending ? "button small disabled" : "button small"}>
            <input
              class="unseen"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              disabled={isSending}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                currentTarget.value = "";
                if (file)
                  change(async () => {
                    const body = { data: await asSmallSquare(file) };
                    return (await api.send<{ revision: string }>("PUT", "me/face", { body })).revision;
                  });
              }}
            />
            {hasFace ? text.changeFace : text.addFace}
          </label>
          {hasFace && (
            <button
              type="button"
              class="button small quiet"
              disabled={isSending}
              onClick={() =>
                change(async () => {
                  await api.send("DELETE", "me/face");
                  return undefined;
                })
              }
            >
              {text.removeFace}
            </button>
          )}
        </div>
        <p class="hint">{text.faceHint}</p>
        {failure !== "" && (
          <p class="form-problem" role="alert">
            {failure}
          </p>
        )}
      </div>
    </div>
  );
}

/** A file that the browser cannot draw. */
class UnreadableImage extends Error {}

/** The side of a picture, in pixels: twice what is shown at most. */
const side = 128;

/**
 * The middle of an image as a small JPEG, in base64. It is drawn anew, so nothing of the file is left but what can be
 * seen: no place, no camera, no time.
 *
 * @throws UnreadableImage
 */
async function asSmallSquare(file: Blob): Promise<string> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) throw new UnreadableImage();
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const drawing = canvas.getContext("2d");
  if (!drawing) throw new UnreadableImage();
  const cut = Math.min(image.width, image.height);
  const [left, top] = [(image.width - cut) / 2, (image.height - cut) / 2];
  // What is transparent would become black.
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, side, side);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, left, top, cut, cut, 0, 0, side, side);
  image.close();
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
  if (!drawn) throw new UnreadableImage();
  return btoa(String.fromCharCode(...new Uint8Array(await drawn.arrayBuffer())));
}
