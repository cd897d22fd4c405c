/** How a posted form is answered: 303 to a page, or a page that goes on where a redirect would leave the site. */
import type { FastifyReply } from 'fastify';
import { continuesAuthorization } from '../model/return-to.ts';

/** A page's address with what it shows again; empty values are left out. Never a password. */
export function pageAddress(path: string, values: Readonly<Record<string, string | null | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** True where following the target ends on another origin. */
function leavesSite(target: string, origin: string): boolean {
  const end = continuesAuthorization(target) ? new URL(target, origin).searchParams.get('redirect_uri') : target;
  return end !== null && URL.canParse(end, origin) && new URL(end, origin).origin !== origin;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Send the browser on after a form. `form-action 'self'` holds for redirects after a form too, so a target on another
 * origin is reached from a page of ours instead.
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
