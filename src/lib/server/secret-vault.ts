/**
 * Encrypts secrets at rest with a key from the environment, AES-256-GCM. Without a key they are stored unencrypted
 * (docs/decisions/0082-secrets-at-rest.md).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Queryable } from '../db/pool.ts';
import type { Config } from './config.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Key id of secrets that are stored unencrypted. */
export const PLAIN = '';

interface VaultKey {
  readonly id: string;
  readonly key: Buffer;
}

/** A secret as it is stored. */
export interface StoredSecret {
  readonly keyId: string;
  readonly text: string;
}

export interface SecretVault {
  /** Ids of the keys that can decrypt, the current one first. Unencrypted secrets can always be read. */
  readonly readable: readonly string[];
  /** Id of the current key; `PLAIN` if there is none. */
  readonly current: string;
  /** Encrypts a secret. @param name purpose of the secret; it cannot be decrypted under another name */
  seal(name: string, secret: string): StoredSecret;
  /** Decrypts a secret. @throws Error if the stored text was changed, or its key is not among the readable ones */
  open(name: string, stored: StoredSecret): string;
}

const derive = (master: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `cellardoor ${info}`, bytes));
const keyOf = (master: string): VaultKey => ({ id: derive(master, 'key id', 9).toString('base64url'), key: derive(master, 'secrets', 32) });

/** Creates a vault. @param masters values of SECRETS_KEY and of earlier keys, the current one first */
export function createVault(masters: readonly string[]): SecretVault {
  const keys = masters.map(keyOf);
  const [current] = keys;
  return {
    readable: [...keys.map(({ id }) => id), PLAIN],
    current: current?.id ?? PLAIN,
    seal(name, secret) {
      if (!current) return { keyId: PLAIN, text: secret };
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { keyId: current.id, text: sealed.toString('base64url') };
    },
    open(name, { keyId, text }) {
      if (keyId === PLAIN) return text;
      const found = keys.find(({ id }) => id === keyId);
      if (!found) throw new Error(`The secret '${name}' is encrypted with a key that is not here.`);
      const sealed = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(0, IV_BYTES)).setAAD(Buffer.from(name));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

const NO_KEY = createVault([]);
const vaults = new WeakMap<Queryable, SecretVault>();

/** Returns the vault of a database. Without `protectSecrets` its secrets are stored unencrypted. */
export const vaultOf = (database: Queryable): SecretVault => vaults.get(database) ?? NO_KEY;

/** Creates the vault of a database from the configured keys. */
export function protectSecrets(database: Queryable, config: Pick<Config, 'SECRETS_KEY' | 'SECRETS_KEY_PREVIOUS'>): SecretVault {
  const vault = createVault([config.SECRETS_KEY, ...config.SECRETS_KEY_PREVIOUS].filter((key) => key !== undefined));
  vaults.set(database, vault);
  return vault;
}
