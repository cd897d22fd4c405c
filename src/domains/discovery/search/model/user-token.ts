/** The user token of a browser at a hosted search [SRCH-47]. */

const TOKEN = /^[a-zA-Z0-9_-]{1,64}$/;

export interface UserTokenPorts {
  /** Returns the saved token, or null. */
  readonly read: () => string | null;
  readonly write: (token: string) => void;
  readonly newToken: () => string;
  readonly warn: (sentence: string) => void;
}

/** Returns the token to send: the saved one, or a new one that is saved. Warns of an invalid one and returns null. */
export function userToken({ read, write, newToken, warn }: UserTokenPorts): string | null {
  const saved = read();
  if (saved === null) {
    const made = newToken();
    write(made);
    return made;
  }
  if (TOKEN.test(saved)) return saved;
  warn('The search user token may hold 1 to 64 letters, digits, underscores and hyphens. This one is not sent.');
  return null;
}
