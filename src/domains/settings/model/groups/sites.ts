/** The sites of the shop, their hosts, and the hosts that they had before [SITE-8]. */
import { z } from 'zod';
import { getMarketConfig, MARKETS } from '#markets/market.ts';
import { isLoopbackHost } from '#markets/origins.ts';
import { createSite, type FormerHost, type Site, type Sites, siteId } from '#markets/sites.ts';
import { field, type SettingIssue, type StartValues, settingGroup } from '../setting-group.ts';

const KINDS = ['wine', 'spirits'] as const;
const CHOICES = MARKETS.flatMap((market) => KINDS.map((kind) => ({ id: siteId(market, kind), market, kind })));
const MAX_FORMER_HOSTS = 20;
const MAX_HOST_LENGTH = 253;

const isLabel = (label: string): boolean => /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-');

/** Returns true for `localhost` and for names such as `shop.example`. Addresses of machines have digits at the end and are none. */
export function isHostName(text: string): boolean {
  const labels = text.split('.');
  return (
    text.length <= MAX_HOST_LENGTH &&
    labels.every(isLabel) &&
    (text === 'localhost' || (labels.length > 1 && /[a-z]/.test(labels.at(-1) ?? '')))
  );
}

const hostName = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(MAX_HOST_LENGTH)
    .refine(isHostName, 'must be the name of a host such as shop.example, without https:// and without a port');

const row = z.object({
  site: field(z.enum(CHOICES.map(({ id }) => id)), {
    title: 'Site',
    labels: Object.fromEntries(CHOICES.map(({ id, market, kind }) => [id, `${getMarketConfig(market).country}, ${kind}`])),
  }),
  host: field(hostName(), { title: 'Host', description: 'For example: shop.example' }),
  formerHosts: field(z.array(hostName()).max(MAX_FORMER_HOSTS).default([]), {
    title: 'Former hosts',
    description: 'Their addresses redirect to the host above. Their DNS and TLS must go on leading here.',
  }),
});

export type SiteRow = z.output<typeof row>;
type SiteRows = readonly SiteRow[];

type PlacedHost = { readonly host: string; readonly path: readonly (string | number)[] };

/** Lists all hosts of a table with the path of their field. */
const placedHosts = (rows: SiteRows): PlacedHost[] => [
  ...rows.map(({ host }, index) => ({ host, path: ['sites', index, 'host'] })),
  ...rows.flatMap(({ formerHosts }, index) => formerHosts.map((host) => ({ host, path: ['sites', index, 'formerHosts'] }))),
];

function checkRows(rows: SiteRows): SettingIssue[] {
  const sites = rows.flatMap(({ site }, index) =>
    rows.findIndex((other) => other.site === site) < index
      ? [{ path: ['sites', index, 'site'], message: 'has a row already; a site has one host' }]
      : [],
  );
  const hosts = placedHosts(rows);
  const repeated = hosts.flatMap(({ host, path }, index) =>
    hosts.findIndex((other) => other.host === host) < index ? [{ path, message: `lists ${host}, which is in the table already` }] : [],
  );
  return [...sites, ...repeated];
}

/** Returns why the environment does not allow a host, null if it does. */
function hostProblem(host: string, { officeHost, isPublic }: StartValues): string | null {
  if (host === officeHost) return `is ${host}, the host of the office; give the shop another one`;
  return isPublic || isLoopbackHost(host)
    ? null
    : `is ${host}, but this shop is for its own machine only; set PUBLIC_URL to the public address of the shop and start it again`;
}

export const SITES = settingGroup({
  id: 'sites',
  area: 'sites',
  scope: 'shop',
  // Whoever chooses the host chooses where links in password emails lead.
  isSensitive: true,
  isPublic: false,
  title: 'Sites and hosts',
  help: 'Which sites the shop has, and the host of each. Protocol and port come from PUBLIC_URL. Requests for other hosts get the first site.',
  schema: z.object({
    sites: field(z.array(row).min(1, 'must have one site at least').max(CHOICES.length), {
      title: 'Sites',
      description: 'A site that is not in the table is closed. The first one is the main site.',
    }),
  }),
  defaults: (_scope, { sites }) => ({ sites: sites.map(({ id, host }) => ({ site: id, host, formerHosts: [] })) }),
  check: ({ sites }) => checkRows(sites),
  checkStart: ({ sites }, start) =>
    placedHosts(sites).flatMap(({ host, path }) => {
      const problem = hostProblem(host, start);
      return problem === null ? [] : [{ path, message: problem }];
    }),
  fixedBy: ({ hasFixedSites }) =>
    hasFixedSites
      ? 'The variable SITES of the environment decides here. To change sites in the office, save this table with the command “settings save”, remove the variable, and start the shop again.'
      : null,
});

function toSite({ site, host }: SiteRow): Site[] {
  const choice = CHOICES.find(({ id }) => id === site);
  return choice ? [createSite(host, choice.market, choice.kind)] : [];
}

/** Returns the sites of a table. @throws Error for a table without a row, which the schema does not accept */
export function sitesOf(rows: SiteRows): Sites {
  const [first, ...rest] = rows.flatMap(toSite);
  if (!first) throw new Error('The table of sites is empty');
  return [first, ...rest];
}

/** Returns the former hosts of a table. */
export const formerHostsOf = (rows: SiteRows): readonly FormerHost[] =>
  rows.flatMap((each) => toSite(each).flatMap((site) => each.formerHosts.map((host) => ({ host, site }))));

/** A host that leaves the table. */
export interface LostHost {
  readonly site: string;
  readonly host: string;
  /** The new host of its site; null if the site closes. */
  readonly next: string | null;
}

/** Returns the hosts of sites that a change takes out of the table. */
export function lostHosts(before: SiteRows, after: SiteRows): LostHost[] {
  const remaining = new Set(placedHosts(after).map(({ host }) => host));
  return before
    .filter(({ host }) => !remaining.has(host))
    .map(({ site, host }) => ({ site, host, next: after.find((each) => each.site === site)?.host ?? null }));
}

/** Adds hosts to the former hosts of their sites. */
export const withFormerHosts = (rows: SiteRows, lost: readonly LostHost[]): SiteRow[] =>
  rows.map((each) => ({
    ...each,
    formerHosts: [...each.formerHosts, ...lost.filter(({ site }) => site === each.site).map(({ host }) => host)],
  }));
