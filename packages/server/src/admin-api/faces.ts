import {
  faceQuerySchema,
  facesSchema,
  maxFaceBytes,
  putFaceSchema,
} from "@servicechat/contract/admin-schemas";
import { readImage } from "../files/read-image.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute, sent } from "./route.ts";
import { sendDownload } from "./send-download.ts";

/** GET faces */
export const listFaces = roleRoute("viewer", {
  summary: "Who has a picture, for colleagues",
  answer: facesSchema,
  handle: async ({ admin, admission: { actor } }) => {
    const faces = resultOrThrow(await admin.operations.faces.list(actor, {}));
    return answer({ items: faces.map(({ operatorId, revision }) => ({ operator: operatorId, revision })) });
  },
});

/** GET faces/{id} */
export const readFace = roleRoute("viewer", {
  summary: "The picture of a person",
  query: faceQuerySchema,
  downloads: ["image/png", "image/jpeg", "image/webp"],
  fails: ["operator_not_found"],
  handle: async ({ context, admin, admission: { actor }, params }) => {
    const face = resultOrThrow(await admin.operations.faces.find(actor, { id: params["id"] ?? "" }));
    // Whoever opens it gets no page of this origin, whatever is in it.
    context.head["Content-Security-Policy"] = "sandbox; default-src 'none'; frame-ancestors 'none'";
    context.head["Cache-Control"] = "no-store";
    const name = `face.${face.type.slice("image/".length)}`;
    await sendDownload(context, {
      name,
      type: face.type,
      size: face.bytes.byteLength,
      pieces: pieces(face.bytes),
    });
    return sent;
  },
});

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The largest side of a picture, in pixels: it is shown at a quarter of that. */
const maxSide = 256;

/** PUT me/face */
export const putFace = roleRoute("viewer", {
  summary: "Set the person's picture: a square PNG, JPEG or WebP of at most 256 pixels and 32 KB",
  body: putFaceSchema,
  maxBodyBytes: 2 * maxFaceBytes,
  only: "people",
  handle: async ({ admin, admission: { actor }, body }) => {
    const bytes = new Uint8Array(Buffer.from(body.data, "base64"));
    const image = readImage(bytes);
    const isFit =
      image !== undefined &&
      image.mediaType !== "image/gif" &&
      image.width === image.height &&
      image.width <= maxSide &&
      bytes.byteLength <= maxFaceBytes;
    const type = isFit ? image.mediaType : undefined;
    const refused = {
      kind: "input_invalid",
      field: "data",
      reason: "must be a square PNG, JPEG or WebP of at most 256 pixels and 32 KB",
    } as const;
    const put = type === undefined ? refused : await admin.operations.faces.put(actor, { type, bytes });
    return answer({ revision: resultOrThrow(put).revision });
  },
  answer: facesSchema.shape.items.element.pick({ revision: true }),
});

/** DELETE me/face */
export const deleteFace = roleRoute("viewer", {
  summary: "Remove the person's picture",
  only: "people",
  handle: async ({ admin, admission: { actor } }) => {
    resultOrThrow(await admin.operations.faces.remove(actor, {}));
    return nothing;
  },
});
