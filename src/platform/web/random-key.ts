/** A key nobody else has made: a UUID where the page is a secure context, 128 random bits in hexadecimal elsewhere. */
export function randomKey(): string {
  if (isSecureContext) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
