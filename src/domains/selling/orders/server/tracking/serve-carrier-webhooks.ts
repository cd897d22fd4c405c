/** Serves the webhooks at which carriers report about parcels (docs/decisions/0201-carriers.md). */
import type { FastifyInstance } from 'fastify';
import { carrierWebhookMessages as text } from '#domains/selling/orders/messages/carriers.ts';
import type { CarrierSettings } from '#domains/settings/model/groups/carriers.ts';
import { CARRIER_NAMES } from '#lib/carrier-names.ts';
import type { Database } from '#lib/db/pool.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { webhookOf } from '../carriers/carriers.ts';
import { takeUpdates } from './take-updates.ts';

const MAX_BYTES = 1_048_576;

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** Serves an address for each carrier. The secret of a request says whose parcels it may report about: those of its markets. */
export async function serveCarrierWebhooks(
  app: FastifyInstance,
  { database, settingsOf }: { readonly database: Database; readonly settingsOf: (market: Market) => CarrierSettings },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Signatures cover the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body));
    for (const carrier of CARRIER_NAMES) {
      const webhook = webhookOf(carrier);
      if (webhook === null) continue;
      scope.post(`/webhooks/${carrier}`, { schema: { hide: true } }, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const markets = MARKETS.filter((market) => {
          const { webhookSecret } = settingsOf(market);
          return webhookSecret !== null && webhook.isAuthentic({ headers: request.headers, body }, webhookSecret);
        });
        if (markets.length === 0) return reply.code(401).send({ status: 401, code: 'secret_wrong', title: text.secretWrong });
        const updates = webhook.readUpdates(parseJson(body));
        if (updates === null) return reply.code(400).send({ status: 400, code: 'invalid_input', title: text.invalid });
        return reply.code(200).send({ recorded: await takeUpdates(database, carrier, markets, updates) });
      });
    }
  });
}
