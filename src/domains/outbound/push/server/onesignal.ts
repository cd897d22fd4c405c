/** Client of OneSignal's REST API for blanking a customer's tags [PUSH-8]. */
import type { FastifyInstance } from 'fastify';
import { isPage } from '#lib/http/external-response.ts';
import { NO_TAGS } from '../model/tags.ts';

export interface PushVendor {
  /** @throws if the service rejects the request */
  blankTags(externalUserId: string): Promise<void>;
}

const PATIENCE_MS = 5_000;

export interface OneSignalAccount {
  readonly url: string;
  readonly appId: string;
  readonly key: string;
}

export const oneSignal = ({ url, appId, key }: OneSignalAccount): PushVendor => ({
  async blankTags(externalUserId) {
    const answer = await fetch(`${url}/apps/${appId}/users/by/external_id/${encodeURIComponent(externalUserId)}`, {
      method: 'PATCH',
      headers: { authorization: `Key ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ properties: { tags: NO_TAGS } }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    // A customer unknown to the service has no tags.
    if (isPage(answer) || (!answer.ok && answer.status !== 404)) throw new Error(`OneSignal answered ${answer.status}`);
  },
});

/** Serves the vendor's service worker next to the shop's own at /sw.js. */
export function serveOneSignalWorker(app: FastifyInstance): void {
  app.get('/push/onesignal/OneSignalSDKWorker.js', async (_request, reply) =>
    reply
      .type('text/javascript')
      .header('cache-control', 'no-cache')
      .send("importScripts('https://cdn.onesignal.com/sdks/web/v16/OneSignalSDK.sw.js');"),
  );
}
