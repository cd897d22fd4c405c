/** Responses to posted forms: 303 to a page, or a page that redirects if the target is another origin. */
import type { FastifyReply } from 'fastify';
import { continuesAuthorization } from '../model/return-to.ts';

/** Returns the URL of a page with the values it shows again. Omits empty values. Never contains a password. */
export function pageAddress(path: string, values: Readonly<Record<string, string | null | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Returns true if the target redirects to another origin. */
function leavesSite(target: string, origin: string): boolean {
  const end = continuesAuthorization(target) ? new URL(target, origin).searchParams.get('redirect_uri') : target;
  return end !== null && URL.canParse(end, origin) && new URL(end, origin).origin !== origin;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Redirects after a form. `form-action 'self'` also restricts redirects after a form, so another origin is reached from an
 * intermediate page.
 */
export function goOn(reply: FastifyReply, target: string, origin: string): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (!leavesSite(target, origin)) return reply.redirect(target, 303);
  const address = escapeHtml(target);
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><title>Signing in</title><body><p><a href="${address}">Continue</a></p></body></html>`,
    );
}
