/** The host and origin of the office (OFFICE_URL). */
import type { FastifyRequest } from 'fastify';
import type { Config } from '#lib/server/config.ts';
import { isHostHeader, isLoopbackHost } from '#markets/origins.ts';

type OfficeConfig = Pick<Config, 'OFFICE_URL'>;

/** Returns true if a `Host` header names the office. Ports are not compared, because they may be mapped. */
export const isOfficeHost = ({ OFFICE_URL }: OfficeConfig, hostHeader: string): boolean =>
  OFFICE_URL !== null && hostHeader.replace(/:\d*$/, '').toLowerCase() === new URL(OFFICE_URL).hostname;

/** Returns the origin of the office. Only loopback hosts keep the port of the request, because ports are mapped on a developer's machine. */
export function officeOrigin(officeUrl: string, request: Pick<FastifyRequest, 'host'>): string {
  const { protocol, hostname } = new URL(officeUrl);
  if (!isLoopbackHost(hostname) || !isHostHeader(request.host)) return officeUrl;
  const port = /:(\d+)$/.exec(request.host)?.[1];
  return new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`).origin;
}
