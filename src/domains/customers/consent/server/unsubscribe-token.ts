/** Signed links that withdraw consent without a sign-in. They never expire, because old emails must still unsubscribe. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MarketingChannel } from '../model/marketing.ts';

/** Name of the shared secret that signs the links. */
export const UNSUBSCRIBE_LINKS = 'unsubscribe links';

export interface UnsubscribeTarget {
  readonly customerId: number;
  readonly channel: Exclude<MarketingChannel, 'push'>;
}

const TOKEN = /^(\d{1,10})\.(email|sms)\.([\w-]{43})$/;

const signatureOf = (secret: string, signed: string): Buffer => createHmac('sha256', secret).update(`unsubscribe ${signed}`).digest();

export function unsubscribeToken(secret: string, { customerId, channel }: UnsubscribeTarget): string {
  const signed = `${customerId}.${channel}`;
  return `${signed}.${signatureOf(secret, signed).toString('base64url')}`;
}

/** Returns the target of a token; null if its signature is invalid. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeTarget | null {
  const [, id, channel, signature] = TOKEN.exec(token) ?? [];
  if (id === undefined || signature === undefined || (channel !== 'email' && channel !== 'sms')) return null;
  const actual = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, `${id}.${channel}`);
  const customerId = Number(id);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && customerId <= 2_147_483_647
    ? { customerId, channel }
    : null;
}
