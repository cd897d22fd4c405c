/** Sends an error in the form its caller reads: a page for a browser's address bar, JSON for everything else [API-7]. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#lib/http/api-error.ts';
import { refusedPage } from './error-page.ts';

/** URL prefixes of calls. An unknown one gets a JSON error instead of a page. */
const CALLS = /^\/+(api|1|v1|identity\/+api|sandbox-gateway\/+api)(\/|$|\?)/i;

export const isCall = (url: string): boolean => CALLS.test(url);

/** These pages load nothing. They also answer requests that no hook has seen, so they bring their own headers. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

const isNavigation = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers.accept?.includes('text/html') ?? false;

/** Sends an error for a request that may come from a browser's address bar. */
export function sendError(request: FastifyRequest, reply: FastifyReply, body: ErrorBody): FastifyReply {
  reply.code(body.status);
  return isNavigation(request)
    ? reply.headers(PAGE_HEADERS).send(refusedPage(body.status))
    : reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The same for an address that is malformed: whatever is not a call is taken for a page, as it is where it is well formed. */
export const sendMalformed = (request: FastifyRequest, reply: FastifyReply, body: ErrorBody): FastifyReply =>
  isCall(request.url) ? sendError(request, reply, body) : reply.code(body.status).headers(PAGE_HEADERS).send(refusedPage(body.status));

const CLIENT_ERRORS: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers a connection whose request could not be parsed; nothing of it is known but that. */
export function respondToUnparsed(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = CLIENT_ERRORS[error.code ?? ''] ?? 400;
    const body = refusedPage(status);
    const headers = { ...PAGE_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroy(error);
}
