/** Looks for mistakes that a schema cannot see: dead links, skipped headings, weak descriptions of pictures, wrong prices and vintages. */
import type { Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { SHOP_LABELS } from '../messages/office.ts';
import { pageCheckMessages as text } from '../messages/office-errors.ts';
import type { Block } from './blocks.ts';
import { offerIdsOf } from './offer-ids.ts';
import type { PageIssue } from './page-draft.ts';
import { type InlineNode, readProse } from './prose.ts';
import type { PageRecord } from './record.ts';

/** An offer that a page names, as the shop has it. */
export interface NamedOffer {
  readonly name: string;
  readonly vintage: string;
  /** Markets of the page in which it is sold. */
  readonly markets: readonly Market[];
  /** Prices of bottle and pack in the markets of the page. */
  readonly prices: readonly number[];
}

/** What the shop has of what a page names. */
export interface ShopFacts {
  readonly offers: ReadonlyMap<string, NamedOffer>;
  /** The sites on which the page is shown. */
  readonly sites: readonly Site[];
  /** Returns true if something is shown at a path of a site. */
  readonly hasPath: (path: string, site: Site) => boolean;
}

interface Prose {
  readonly path: readonly (string | number)[];
  readonly text: string;
  /** True if a heading of the block stands above it. */
  readonly hasHeading: boolean;
}

function proseOf(block: Block, index: number): Prose[] {
  const at = ['blocks', index];
  switch (block.type) {
    case 'text':
      return [{ path: [...at, 'body'], text: block.body, hasHeading: block.heading !== '' }];
    case 'faq':
      return block.questions.map(({ answer }, question) => ({
        path: [...at, 'questions', question, 'answer'],
        text: answer,
        hasHeading: true,
      }));
    case 'video':
      return block.transcript === '' ? [] : [{ path: [...at, 'transcript'], text: block.transcript, hasHeading: true }];
    default:
      return [];
  }
}

const linksIn = (nodes: readonly InlineNode[]): string[] => nodes.flatMap((node) => (node.kind === 'link' ? [node.to] : []));

/** Returns the addresses that a text links to. */
const linksOfText = (prose: string): string[] =>
  readProse(prose).flatMap((node) => (node.kind === 'list' ? node.items.flatMap(linksIn) : linksIn(node.line)));

/** Returns the addresses that the texts of a page link to. */
export const linksOfPage = ({ blocks }: Pick<PageRecord, 'blocks'>): string[] =>
  blocks.flatMap((block, index) => proseOf(block, index).flatMap(({ text: prose }) => linksOfText(prose)));

const OFFER_PATH = /^\/wines\/[^/?#]+\/([A-Za-z0-9_-]{1,64})(?:[?#]|$)/;

/** Returns the id of the offer at a path. @returns null for other pages */
export const offerIdAt = (path: string): string | null => OFFER_PATH.exec(path)?.[1] ?? null;

const ownPath = (link: string): string | null => (link.startsWith('/') ? (link.split(/[?#]/)[0] ?? null) : null);

/** Returns the offers that a page shows or links to. */
export const namedOffers = (page: PageRecord): string[] => [
  ...new Set([...offerIdsOf(page), ...linksOfPage(page).flatMap((link) => offerIdAt(link) ?? [])]),
];

const FILE_NAME = /\.(?:jpe?g|png|webp|avif|gif|heic|tiff?)$|^(?:img|dsc|image|picture|photo)[ _-]?\d*$/i;
const PRICE = /\$(\d{1,3}(?:,\d{3})+|\d+)(\.\d\d)?/g;

const escapeText = (value: string): string => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function checkPictures(page: PageRecord): PageIssue[] {
  const pictures = [
    ...(page.picture ? [{ path: ['picture', 'alt'], alt: page.picture.alt }] : []),
    ...page.blocks.flatMap((block, index) =>
      block.type === 'image' ? [{ path: ['blocks', index, 'picture', 'alt'], alt: block.picture.alt }] : [],
    ),
  ];
  return pictures.flatMap(({ path, alt }) => (FILE_NAME.test(alt.trim()) ? [{ path, message: text.alt, isBlocking: false }] : []));
}

function checkLinks({ path, text: prose }: Prose, { sites, offers, hasPath }: ShopFacts): PageIssue[] {
  return linksOfText(prose).flatMap((link) => {
    const offerId = offerIdAt(link);
    const own = ownPath(link);
    const leadsSomewhere = (site: Site): boolean =>
      offerId !== null ? (offers.get(offerId)?.markets.includes(site.market) ?? false) : own === null || hasPath(own, site);
    const without = sites.filter((site) => !leadsSomewhere(site));
    if (without.length === 0) return [];
    const message =
      without.length === sites.length
        ? text.deadLink(link)
        : text.deadLinkOn(
            link,
            without.map(({ kind, market }) => `${SHOP_LABELS[kind]} ${market}`),
          );
    return [{ path: [...path], message, isBlocking: false }];
  });
}

function checkFacts({ path, text: prose }: Prose, offers: readonly NamedOffer[]): PageIssue[] {
  if (offers.length === 0) return [];
  const prices = new Set(offers.flatMap((offer) => offer.prices));
  const wrongPrices = [...prose.matchAll(PRICE)].flatMap(([amount, dollars = '', cents = '']) =>
    prices.has(Number(`${dollars.replaceAll(',', '')}${cents}`))
      ? []
      : [{ path: [...path], message: text.price(amount), isBlocking: false }],
  );
  const wrongVintages = offers.flatMap(({ name, vintage }) => {
    if (name === '' || vintage === '') return [];
    const mentions = new RegExp(`(?:\\b((?:19|20)\\d\\d)\\s+)?\\b${escapeText(name)}(?:\\s+((?:19|20)\\d\\d)\\b)?`, 'gi');
    const years = [...prose.matchAll(mentions)].flatMap(([, before, after]) => after ?? before ?? []);
    const wrong = years.find((year) => year !== vintage);
    return wrong === undefined ? [] : [{ path: [...path], message: text.vintage(name, wrong, vintage), isBlocking: false }];
  });
  return [...wrongPrices, ...wrongVintages];
}

/** Returns what a person should look at before a complete page is published. None of it prevents that. */
export function checkPage(page: PageRecord, facts: ShopFacts): PageIssue[] {
  const named = namedOffers(page).flatMap((id) => facts.offers.get(id) ?? []);
  const missing = page.blocks.flatMap((block, index) =>
    block.type === 'offers'
      ? block.offerIds
          .filter((id) => !facts.offers.has(id))
          .map((id) => ({ path: ['blocks', index, 'offerIds'], message: text.missingOffer(id), isBlocking: false }))
      : [],
  );
  let hasHeading = false;
  const prose = page.blocks.flatMap((block, index) => {
    if ('heading' in block && block.heading !== '') hasHeading = true;
    return proseOf(block, index).map((one) => ({ ...one, hasHeading: one.hasHeading || hasHeading }));
  });
  const skipped = prose.flatMap(({ path, text: body, hasHeading: isBelow }) =>
    !isBelow && readProse(body).some(({ kind }) => kind === 'heading') ? [{ path, message: text.headingOrder, isBlocking: false }] : [],
  );
  const isNamed = page.offerId === null || facts.offers.has(page.offerId);
  return [
    ...(isNamed ? [] : [{ path: ['offerId'], message: text.missingOffer(page.offerId ?? ''), isBlocking: false }]),
    ...checkPictures(page),
    ...missing,
    ...skipped,
    ...prose.flatMap((one) => [...checkLinks(one, facts), ...checkFacts(one, named)]),
  ];
}
