/** Warns if requests reach the shop under a public host that is not configured, because it may be public by accident. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '#lib/server/config.ts';
import { missingSettings } from '#lib/server/public-shop.ts';
import { isHostHeader, isLoopbackHost } from '#markets/origins.ts';
import { siteOfFormerHost, siteOfHost } from '#markets/sites.ts';
import { PROBE_PATH } from './serve-probes.ts';

/** Maximum number of hosts to log, so that invented hosts cannot flood the log. */
const MAX_HOSTS = 20;

/** Logs one warning for each public host in requests that neither the table of sites nor PUBLIC_URL names. */
export function warnOfUnknownHosts(app: FastifyInstance, config: Config): void {
  const seen = new Set<string>();
  const own = new URL(config.PUBLIC_URL).hostname;
  const missing = missingSettings({ ...config, isPublic: true });
  const still = [
    ...(config.SAMPLE && !config.DEMO ? ['SAMPLE: it loads sample customers with published passwords. Set SAMPLE=no.'] : []),
    ...missing.map(({ variable, how }) => `${variable}: ${how}`),
  ];
  app.addHook('onRequest', async ({ headers, url }) => {
    if (seen.size >= MAX_HOSTS || PROBE_PATH.test(url)) return;
    for (const header of [headers.host, headers['x-forwarded-host']].flat()) {
      const named = header?.split(',')[0]?.trim().toLowerCase() ?? '';
      if (!isHostHeader(named)) continue;
      const host = named.replace(/:\d*$/, '');
      if (host === '' || host === own || seen.has(host) || isLoopbackHost(host)) continue;
      if (siteOfHost(config.sites, host) ?? siteOfFormerHost(config.formerHosts, host)) continue;
      seen.add(host);
      app.log.warn(
        { requestedHost: host, missing: still },
        `The shop is reached as ${host}, which its configuration does not name. Set PUBLIC_URL=https://${host} and name the host in the sites of the office, or set SITES="${host}=AU wine", before it is public${still.length > 0 ? ', and what is missing' : ''}.`,
      );
    }
  });
}
