/** Checks the secret that a carrier sends with its webhook. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { WebhookRequest } from './carriers.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns true if the request has the secret as a bearer token. */
export function hasBearer({ headers }: Pick<WebhookRequest, 'headers'>, secret: string): boolean {
  const given = /^Bearer (.+)$/i.exec(String(headers.authorization ?? ''))?.[1] ?? '';
  return timingSafeEqual(hash(given), hash(secret));
}
