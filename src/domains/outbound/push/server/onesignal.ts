/** OneSignal, which sends notifications in place of the shop if it is configured. Its REST API blanks a customer's tags [PUSH-8]. */
import type { FastifyInstance } from 'fastify';
import { isPage } from '#lib/http/external-response.ts';
import type { Config } from '#lib/server/config.ts';
import { NO_TAGS } from '../model/tags.ts';

export interface PushVendor {
  /** Blanks the tags of a customer. @throws if the service rejects the request */
  blankTags(externalUserId: string): Promise<void>;
}

type OneSignalConfig = Pick<Config, 'ONESIGNAL_APP_ID' | 'ONESIGNAL_API_KEY' | 'ONESIGNAL_API_URL'>;

const REQUEST_TIMEOUT_MS = 5_000;

export interface OneSignalAccount {
  readonly url: string;
  readonly appId: string;
  readonly key: string;
}

export const oneSignal = ({ url, appId, key }: OneSignalAccount): PushVendor => ({
  async blankTags(externalUserId) {
    const response = await fetch(`${url}/apps/${appId}/users/by/external_id/${encodeURIComponent(externalUserId)}`, {
      method: 'PATCH',
      headers: { authorization: `Key ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ properties: { tags: NO_TAGS } }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    // A customer unknown to the service has no tags.
    if (isPage(response) || (!response.ok && response.status !== 404)) throw new Error(`OneSignal answered ${response.status}`);
  },
});

/** Tries an app and its key. @throws Error if OneSignal does not accept them */
export async function testOneSignal({ url, appId, key }: OneSignalAccount): Promise<void> {
  const response = await fetch(`${url}/notifications?${new URLSearchParams({ app_id: appId, limit: '1' })}`, {
    headers: { authorization: `Key ${key}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (isPage(response) || !response.ok) throw new Error(`OneSignal answered ${response.status}`);
}

/** Returns the client of the configuration, or null if OneSignal is not configured. */
export const createOneSignal = ({
  ONESIGNAL_APP_ID: appId,
  ONESIGNAL_API_KEY: key,
  ONESIGNAL_API_URL: url,
}: OneSignalConfig): PushVendor | null => (appId && key ? oneSignal({ url, appId, key }) : null);

/** Returns the origins that pages must be allowed to use for OneSignal. */
export const oneSignalOrigins = ({ ONESIGNAL_APP_ID: appId }: OneSignalConfig): { connect: string[]; script: string[] } =>
  appId === undefined
    ? { connect: [], script: [] }
    : {
        connect: ['https://api.onesignal.com', 'https://onesignal.com'],
        script: ['https://cdn.onesignal.com', 'https://api.onesignal.com'],
      };

/** Serves the vendor's service worker next to the shop's own at /sw.js, while an app is configured. */
export function serveOneSignalWorker(app: FastifyInstance, config: OneSignalConfig): void {
  app.get('/push/onesignal/OneSignalSDKWorker.js', { schema: { hide: true } }, async (_request, reply) => {
    if (!config.ONESIGNAL_APP_ID) return reply.callNotFound();
    return reply
      .type('text/javascript')
      .header('cache-control', 'no-cache')
      .send("importScripts('https://cdn.onesignal.com/sdks/web/v16/OneSignalSDK.sw.js');");
  });
}
