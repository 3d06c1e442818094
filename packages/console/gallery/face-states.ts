import { crc32, deflateSync } from "node:zlib";
import type { ConsoleState } from "./console-state.ts";
import { says, shows } from "./scene.ts";

/** A square picture of a head in front of a wall, as PNG. */
export function drawnFace(side = 128): Buffer {
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(1 + side * 3);
    for (let x = 0; x < side; x++) row.set(colorAt(x / side, y / side), 1 + x * 3);
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function colorAt(x: number, y: number): readonly [number, number, number] {
  const isWithin = (left: number, top: number, wide: number, high: number): boolean =>
    ((x - left) / wide) ** 2 + ((y - top) / high) ** 2 < 1;
  if (isWithin(0.5, 0.46, 0.2, 0.25)) return [226, 182, 150];
  if (isWithin(0.5, 0.4, 0.26, 0.28)) return [74, 50, 38];
  if (isWithin(0.5, 1.08, 0.42, 0.38)) return [38, 92, 110];
  return [236 - y * 40, 222 - y * 40, 196 - y * 20];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** Somebody has a picture. */
export const faceScene = {
  "GET faces": says({ items: [{ operator: "op-1", revision: "f1" }] }),
  "GET faces/{id}": shows("image/png", drawnFace()),
};

/** Pictures of people. */
export const faceStates: readonly ConsoleState[] = [
  {
    name: "sign-in-face",
    title: "Somebody with a picture",
    path: "settings/sign-in",
    scene: faceScene,
    shows: "img.name-avatar",
  },
  {
    name: "audit-face",
    title: "The audit log, with a picture",
    path: "settings/audit",
    scene: faceScene,
    shows: ".audit-line img.name-avatar",
  },
  {
    name: "people-face",
    title: "People, one with a picture",
    path: "settings/people",
    scene: faceScene,
    shows: ".row img.name-avatar",
  },
];
