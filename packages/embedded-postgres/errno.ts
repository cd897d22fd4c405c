/** Returns true if `error` is a system error with one of these codes (`ENOENT`, …). */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
