/** Serves the hosted search's REST protocol at the shop's origin [SRCH-34, API-72]. Unknown keys are rejected with 403 [SRCH-42]. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ESTIMATES_INDEX } from '#domains/selling/shipping/model/delivery-estimate.ts';
import type { DeliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { ApiError, RETRY_AFTER_SECONDS } from '#lib/http/api-error.ts';
import { clientKey } from '#lib/http/client-key.ts';
import type { Market } from '#markets/market.ts';
import { readIndexName } from '../model/index-names.ts';
import { type Insight, readInsights } from '../model/insights.ts';
import type { SearchHit } from '../model/search-document.ts';
import { handleFacetQuery, handleObject, handleQueries, handleQuery, type ProtocolResponse, type WireContext } from '../model/wire.ts';
import type { SearchIndexes } from './index-service.ts';
import { asksEstimates, handleEstimate, handleEstimateQuery, handleMixedQueries } from './search-estimates.ts';
import { APPLICATION_ID, type KeyHolder, type SearchKeys } from './search-keys.ts';

/** Stores events of shoppers. */
export interface InsightSink {
  save(market: Market, events: readonly Insight[], sender: { readonly client: string; readonly bytes: number }): void;
  /** Returns the seconds that a client has to wait which sent too many bytes; 0 for others. */
  waitOf(client: string): number;
}

/** Services that the protocol uses. */
export interface WireService {
  readonly indexes: SearchIndexes;
  readonly keys: SearchKeys;
  readonly insights: InsightSink;
  readonly estimates: DeliveryEstimates;
  readonly marketOf: (request: FastifyRequest) => Market;
  /** Returns true if pages of an origin may read responses. */
  readonly isAllowedOrigin: (request: FastifyRequest, origin: string) => boolean;
}

const MAX_BODY_BYTES = 2_000_000;

/** Reads the query string first, then headers. Names are case-insensitive, as clients vary. */
function credential(request: FastifyRequest, name: 'x-algolia-application-id' | 'x-algolia-api-key'): string {
  const query = request.query as Readonly<Record<string, unknown>>;
  const found = Object.entries(query).find(([key]) => key.toLowerCase() === name)?.[1] ?? request.headers[name];
  return typeof found === 'string' ? found : '';
}

const bodyOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');
const toError = (status: number, message: string) => ({ message, status });
const toErrorJson = (status: number, message: string) => ({ status, json: JSON.stringify(toError(status, message)) });

interface Params {
  readonly index: string;
  readonly facet: string;
  readonly objectID: string;
}

/** Serves `/1/…`. Bodies are JSON whatever their content type. */
export function serveSearchWire(
  app: FastifyInstance,
  { indexes, keys, insights, estimates, marketOf, isAllowedOrigin }: WireService,
): void {
  const contextOf = ({ market, audience }: KeyHolder): WireContext<SearchHit> => ({
    resolve: (name) => {
      const found = readIndexName(name);
      return found && found.market === market ? { index: indexes.of(market), sort: found.sort, audience } : null;
    },
    clock: () => performance.now(),
    newQueryID: () => randomBytes(16).toString('hex'),
  });

  const answering =
    (
      handle: (
        context: WireContext<SearchHit>,
        params: Params,
        request: FastifyRequest,
        holder: KeyHolder,
      ) => ProtocolResponse | { status: number; json: string } | Promise<ProtocolResponse>,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store');
      const { origin } = request.headers;
      if (origin !== undefined && isAllowedOrigin(request, origin))
        reply.header('access-control-allow-origin', origin).header('vary', 'origin');
      const isOwnCart = credential(request, 'x-algolia-application-id') === APPLICATION_ID;
      const holder = isOwnCart ? keys.read(credential(request, 'x-algolia-api-key'), marketOf(request)) : null;
      if (!holder) return reply.code(403).send(toError(403, 'Invalid Application-ID or API key'));
      const { status, json } = await handle(contextOf(holder), request.params as Params, request, holder);
      // As bytes, because Node would convert a text with letters beyond Latin-1 more than once.
      return reply.code(status).type('application/json; charset=utf-8').send(Buffer.from(json));
    };

  app.register(async (wire) => {
    wire.removeAllContentTypeParsers();
    wire.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => done(null, body));
    wire.setErrorHandler((error, request, reply) => {
      if (error instanceof ApiError && error.code === 'busy')
        return reply.header('retry-after', RETRY_AFTER_SECONDS).code(503).send(toError(503, 'The index is being built'));
      const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
      if (status >= 500) request.log.error({ err: error }, 'a search failed');
      return reply
        .code(status)
        .send(toError(status, status >= 500 ? 'Internal error' : error instanceof Error ? error.message : 'Bad request'));
    });

    // `*` names all indexes together.
    wire.post(
      '/1/indexes/:index/queries',
      answering((context, _params, request, { market }) =>
        asksEstimates(bodyOf(request))
          ? handleMixedQueries(context, estimates, market, bodyOf(request))
          : handleQueries(context, bodyOf(request)),
      ),
    );
    wire.post(
      '/1/indexes/:index/query',
      answering((context, { index }, request, { market }) =>
        index === ESTIMATES_INDEX ? handleEstimateQuery(estimates, market, bodyOf(request)) : handleQuery(context, index, bodyOf(request)),
      ),
    );
    wire.post(
      '/1/indexes/:index/facets/:facet/query',
      answering((context, { index, facet }, request) => handleFacetQuery(context, index, facet, bodyOf(request))),
    );
    wire.get(
      '/1/indexes/:index/:objectID',
      answering((context, { index, objectID }, request, { market }) => {
        if (index === ESTIMATES_INDEX) return handleEstimate(estimates, market, objectID);
        const { attributesToRetrieve } = request.query as { attributesToRetrieve?: unknown };
        return handleObject(context, index, objectID, typeof attributesToRetrieve === 'string' ? attributesToRetrieve : '*');
      }),
    );
    wire.post(
      '/1/events',
      answering((_context, _params, request, { market }) => {
        const client = clientKey(request.ip);
        if (insights.waitOf(client) > 0) return toErrorJson(429, 'Too many bytes of events');
        const events = readInsights(parsed(bodyOf(request)), Date.now());
        if (typeof events === 'string') return toErrorJson(422, events);
        insights.save(market, events, { client, bytes: Buffer.byteLength(bodyOf(request)) });
        return toErrorJson(200, 'OK');
      }),
    );
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
