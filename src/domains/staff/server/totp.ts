/** Codes of authenticator applications: six digits of 30 seconds (RFC 6238). */
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Codes of the step before and after count too, because clocks differ. */
const WINDOW = 1;

export const createTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) });

/** Returns the address that authenticators read from a QR code. */
export const totpUri = (secret: string, shopName: string, email: string): string => totpOf(secret, shopName, email).toString();

/** Returns the time step of a valid code. @returns null for a wrong one */
export function findTotpStep(secret: string, code: string, now: number = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1_000 / PERIOD_SECONDS) + delta;
}

/** Returns the current code, for tests and for the first sign-in of a script. */
export const totpCodeOf = (secret: string, now: number = Date.now()): string => totpOf(secret).generate({ timestamp: now });
