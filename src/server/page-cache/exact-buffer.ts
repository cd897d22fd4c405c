/** Copies bytes into memory of their own size. A slice, such as zlib returns, would retain the whole buffer. */
export function exactBuffer(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
