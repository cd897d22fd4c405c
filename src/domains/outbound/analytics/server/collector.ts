/** Serves the customer-data service's HTTP protocol at the shop's origin: single events and batches [ANA-2]. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { clientKey } from '#lib/http/client-key.ts';
import type { Market } from '#markets/market.ts';
import { COLLECTOR_LIMITS, type CollectedEvent, EVENT_TYPES, type EventType, readEvent } from '../model/collected-event.ts';
import { ClientQuotaReached, DailyCapReached, type EventStore } from './event.repository.ts';

export interface Collector {
  readonly store: EventStore;
  readonly writeKey: string;
  readonly marketOf: (request: FastifyRequest) => Market;
  /** Returns true if pages of an origin may send events here. */
  readonly isAllowedOrigin: (request: FastifyRequest, origin: string) => boolean;
}

const PER_MINUTE = 600;
const CAP_RETRY_SECONDS = 3_600;

const reject = (message: string) => ({ success: false, message });

const TOO_MANY_BYTES = reject('too many bytes of events: wait, then send fewer');

function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? (JSON.parse(body) as unknown) : null;
  } catch {
    return null;
  }
}

/** Returns the key of `Authorization: Basic base64(key:)`, or else the one in the body. */
function keyOf(request: FastifyRequest, body: Readonly<Record<string, unknown>>): unknown {
  const encoded = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return encoded === undefined ? body.writeKey : Buffer.from(encoded, 'base64').toString('utf8').split(':')[0];
}

/**
 * Serves `/v1/t p i g a s`, their long names, `/v1/b`, `/v1/batch`, `/v1/import`, and `/v1/m`, which accepts and discards the library's
 * metrics.
 */
export function serveCollector(app: FastifyInstance, { store, writeKey, marketOf, isAllowedOrigin }: Collector): void {
  const config = { rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } };

  const answering =
    (read: (body: Readonly<Record<string, unknown>>) => readonly CollectedEvent[] | string) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store');
      const { origin } = request.headers;
      if (origin !== undefined && isAllowedOrigin(request, origin))
        reply.header('access-control-allow-origin', origin).header('vary', 'origin');
      const sender = { client: clientKey(request.ip), bytes: Buffer.byteLength(String(request.body ?? '')) };
      const wait = store.waitOf(sender.client);
      if (wait > 0) return reply.code(429).header('retry-after', wait).send(TOO_MANY_BYTES);
      const body = parsed(request.body);
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return reply.code(400).send(reject('the body is no JSON object'));
      const fields = body as Readonly<Record<string, unknown>>;
      if (keyOf(request, fields) !== writeKey) return reply.code(401).send(reject('the write key is not known'));
      const events = read(fields);
      if (typeof events === 'string') return reply.code(400).send(reject(events));
      if (isbot(request.headers['user-agent'] ?? '')) return reply.send({ success: true });
      try {
        await store.save(marketOf(request), events, sender);
      } catch (error) {
        if (error instanceof ClientQuotaReached) return reply.code(429).header('retry-after', error.waitSeconds).send(TOO_MANY_BYTES);
        request.log.warn({ err: error }, 'events were not kept');
        if (error instanceof DailyCapReached)
          return reply.code(429).header('retry-after', CAP_RETRY_SECONDS).send(reject('no more events are taken today'));
        return reply.code(503).header('retry-after', '5').send(reject('try again'));
      }
      return reply.send({ success: true });
    };

  const single = (type: EventType) =>
    answering((body) => {
      const event = readEvent(body, type, Date.now(), randomUUID);
      return typeof event === 'string' ? event : [event];
    });
  /** Stores the valid events of a batch. Invalid ones do not affect them. */
  const batch = answering(({ batch: rows, sentAt: _ }) => {
    if (!Array.isArray(rows)) return 'batch: must be a list of events';
    if (rows.length > COLLECTOR_LIMITS.eventsInBatch) return `batch: at most ${COLLECTOR_LIMITS.eventsInBatch} events`;
    return rows
      .filter((row) => Buffer.byteLength(JSON.stringify(row) ?? '') <= COLLECTOR_LIMITS.event)
      .map((row) => readEvent(row, null, Date.now(), randomUUID))
      .filter((event) => typeof event !== 'string');
  });

  app.register(async (wire) => {
    wire.removeAllContentTypeParsers();
    wire.addContentTypeParser('*', { parseAs: 'string', bodyLimit: COLLECTOR_LIMITS.batch }, (_request, body, done) => done(null, body));
    wire.setErrorHandler((error, request, reply) => {
      const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 503;
      if (status >= 500) request.log.error({ err: error }, 'the collector failed');
      return reply.code(status).send(reject(status >= 500 || !(error instanceof Error) ? 'try again' : error.message));
    });
    for (const type of EVENT_TYPES) {
      const limits = { bodyLimit: COLLECTOR_LIMITS.event, config };
      wire.post(`/v1/${type[0]}`, limits, single(type));
      wire.post(`/v1/${type}`, limits, single(type));
    }
    for (const path of ['/v1/b', '/v1/batch', '/v1/import']) wire.post(path, { config }, batch);
    wire.post('/v1/m', { config }, async (_request, reply) => reply.send({ success: true }));
    wire.options('/v1/*', { config }, async (request, reply) => {
      const { origin } = request.headers;
      if (origin !== undefined && isAllowedOrigin(request, origin))
        reply.headers({
          'access-control-allow-origin': origin,
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-allow-methods': 'POST',
          vary: 'origin',
        });
      return reply.code(204).send();
    });
  });
}
