import { describe, expect, test } from 'vitest';
import { createTotpSecret, findTotpStep, totpCodeOf, totpUri } from './totp.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const AT = 1_111_111_109_000;

describe('the code of an authenticator', () => {
  test('is that of RFC 6238', () => {
    expect(totpCodeOf(SECRET, AT)).toBe('081804');
  });

  test('is valid in its step and in those beside it', () => {
    const step = Math.floor(AT / 30_000);

    expect(findTotpStep(SECRET, '081804', AT)).toBe(step);
    expect(findTotpStep(SECRET, '081804', AT + 30_000)).toBe(step);
    expect(findTotpStep(SECRET, '081804', AT - 30_000)).toBe(step);
    expect(findTotpStep(SECRET, '081804', AT + 60_000)).toBeNull();
    expect(findTotpStep(SECRET, '000000', AT)).toBeNull();
  });

  test('comes from a secret of 160 bits, in the address that the QR code holds', () => {
    const secret = createTotpSecret();

    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpUri(secret, 'Cellardoor', 'kim@shop.example')).toBe(
      `otpauth://totp/Cellardoor:kim%40shop.example?issuer=Cellardoor&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
