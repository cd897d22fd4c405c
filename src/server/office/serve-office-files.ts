/** Serves the office's application: hashed assets, and its page for every path that is not a call. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#lib/db/pool.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { HASHED_FILE_CACHE, serveReleaseFiles } from '#server/http/release-files.ts';
import type { AttachOffice } from './create-office-app.ts';

const HOUR = 'public, max-age=3600';
const CALLS = /^\/+office\/+v1(?:\/|\?|$)/i;
/** In index.html, where components that add style elements find the nonce of the response. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** In index.html, for pages before the sign-in. */
const NAME_PLACEHOLDER = `name="application-name" content="${SHOP_NAME}"`;
const NOT_BUILT = 'The office isn’t built. Run: npm run build';

/**
 * Returns the content security policy of the page.
 * @param nonce for style elements that components add
 * @param sites origins of the shop, whose previews the office shows in frames
 */
export const officePolicy = (nonce: string, sites: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${["'self'", 'data:', 'blob:', ...sites].join(' ')}`,
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "connect-src 'self'",
    `frame-src ${sites.length === 0 ? "'none'" : sites.join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Escapes text for an attribute. */
const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Policy of everything that is not the page. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

export interface OfficeFilesOptions {
  readonly database: Database;
  /** Folder of the shop. */
  readonly root: string;
  /** Returns the origins of the shop. */
  readonly sitesOf: (request: FastifyRequest) => readonly string[];
  /** Returns the name of the shop. */
  readonly readShopName: () => string;
  /** Serves the sources, in development. */
  readonly attach?: AttachOffice | undefined;
}

/** Serves the build, or the sources in development. */
export async function serveOfficeFiles(
  office: FastifyInstance,
  { database, root, sitesOf, readShopName, attach }: OfficeFilesOptions,
): Promise<void> {
  const build = join(root, 'build/office');
  office.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy') && !attach) reply.header('content-security-policy', NOTHING);
  });
  if (attach) {
    attach(office);
    return;
  }
  if (existsSync(join(build, 'assets')))
    await office.register(
      async (assets) => {
        serveReleaseFiles(assets, database, 'office');
        await assets.register(fastifyStatic, {
          root: join(build, 'assets'),
          preCompressed: true,
          index: false,
          cacheControl: false,
          setHeaders: (reply) => {
            reply.header('cache-control', HASHED_FILE_CACHE);
          },
        });
      },
      { prefix: '/assets' },
    );
  if (existsSync(build))
    await office.register(fastifyStatic, {
      root: build,
      wildcard: false,
      globIgnore: ['assets/**', '**/*.html'],
      index: false,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => {
        reply.header('cache-control', HOUR);
      },
    });
  let page: Promise<string | null> | null = null;
  const readPage = (): Promise<string | null> => {
    page ??= readFile(join(build, 'index.html'), 'utf8').catch(() => null);
    return page;
  };
  office.setNotFoundHandler(async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !CALLS.test(request.url);
    if (!isPage) return reply.code(404).send(toCommonError('not_found'));
    const html = await readPage();
    if (html === null) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', officePolicy(nonce, sitesOf(request)))
      .send(
        html
          .replaceAll(NONCE_PLACEHOLDER, nonce)
          .replace(NAME_PLACEHOLDER, () => `name="application-name" content="${escapeAttribute(readShopName())}"`),
      );
  });
}
