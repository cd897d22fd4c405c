/** Sends errors in the format that the client expects: a page for browser navigation, JSON for everything else [API-7]. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#lib/http/api-error.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { refusedPage } from './error-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the name of the shop for the pages of errors. */
    readonly shopNameFor?: (request: FastifyRequest) => string;
  }
}

const shopNameFor = (request: FastifyRequest): string => request.server.shopNameFor?.(request) ?? SHOP_NAME;

/** URL prefixes of API endpoints. An unknown URL below them gets a JSON error instead of a page. */
const CALLS = /^\/+(api|1|v1|identity\/+api|sandbox-gateway\/+api|office\/+v1)(\/|$|\?)/i;

export const isCall = (url: string): boolean => CALLS.test(url);

/** Headers of error pages. The pages load nothing, and are also sent before any hook has run, so all headers are set here. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

const isNavigation = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers.accept?.includes('text/html') ?? false;

/** Sends an error: a page if a browser navigates, JSON otherwise. */
export function sendError(request: FastifyRequest, reply: FastifyReply, body: ErrorBody): FastifyReply {
  reply.code(body.status);
  return isNavigation(request)
    ? reply.headers(PAGE_HEADERS).send(refusedPage(body.status, shopNameFor(request)))
    : reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Sends an error for a malformed URL. Outside the API the error is always a page. */
export const sendMalformed = (request: FastifyRequest, reply: FastifyReply, body: ErrorBody): FastifyReply =>
  isCall(request.url)
    ? sendError(request, reply, body)
    : reply
        .code(body.status)
        .headers(PAGE_HEADERS)
        .send(refusedPage(body.status, shopNameFor(request)));

const CLIENT_ERRORS: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Responds to a request that could not be parsed, and closes its connection. */
export function respondToUnparsed(error: Error & { readonly code?: string }, socket: Socket, shopName: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = CLIENT_ERRORS[error.code ?? ''] ?? 400;
    const body = refusedPage(status, shopName);
    const headers = { ...PAGE_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroy(error);
}
