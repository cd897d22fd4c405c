/** The VAPID keys. The private one is a secret in the database, created at the first start. */
import { createECDH } from 'node:crypto';
import type { Database } from '#lib/db/pool.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';

export interface VapidKeys {
  /** Base64url, uncompressed point of P-256. */
  readonly publicKey: string;
  readonly privateKey: string;
}

export async function vapidKeys(database: Database): Promise<VapidKeys> {
  const privateKey = await sharedSecret(database, 'vapid');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey };
}
