/** Numbers of four bytes each, as the machine has them: little-endian on every one that Node runs on. */
export function vectorBytes(vector: Float32Array): Uint8Array {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The numbers again. They are copied, since bytes from a database may begin anywhere in memory. */
export function bytesVector(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
