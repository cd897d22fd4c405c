/** Password hashes: argon2id in PHC string format [ID-8]. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** Memory in KiB and passes; OWASP's recommendation for one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;

const derive = (parameters: Argon2Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key))));

/** Normalises to NFC, because keyboards compose accents differently. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFC'));

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
/** Imported hashes may have other parameters. The limits keep one hash from exhausting memory. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Hashes a password in about 30 ms of one core. @returns `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ message: bytesOf(password), nonce, tagLength: TAG_BYTES, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

let someHash: Promise<string> | null = null;

/**
 * Returns true if the password matches the hash. Without a hash it takes the same time and returns false, so that timing does not
 * reveal which accounts exist.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  someHash ??= hashPassword(randomBytes(16).toString('base64'));
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash ?? (await someHash)) ?? [];
  if (memory === undefined || Number(memory) > 262_144 || Number(parallelism) < 1 || Number(passes) < 1) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive({
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected) && hash !== null;
}
