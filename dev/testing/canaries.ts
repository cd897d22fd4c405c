/** Offers and pages that only some may know of, each full of words of its own, by which an answer that tells of one is found. */
import type { OfferRecordInput } from '../../src/catalogue/record.ts';
import { pageRecord } from '../../src/content/record.ts';
import { TIERS } from '../../src/identity/tiers.ts';
import type { Market } from '../../src/market/market.ts';
import type { TestOffer } from './shop.ts';

/** Who asks: a guest, a customer of a tier, or staff. */
export type ViewerKind = 'guest' | 'staff' | (typeof TIERS)[number];
export const EVERYBODY: readonly ViewerKind[] = ['guest', ...TIERS, 'staff'];

export interface Canary {
  readonly name: string;
  /** Words that stand in nothing else. */
  readonly marks: readonly string[];
  readonly maySee: (who: ViewerKind, market: Market) => boolean;
}

export interface OfferCanary extends Canary {
  readonly offer: TestOffer;
}

const PARTS = ['id', 'brand', 'name', 'place', 'grape', 'land', 'tag', 'story', 'sku'] as const;
const mark = (name: string, part: (typeof PARTS)[number]): string => `qz${name}${part}`;

type Rule = Pick<Canary, 'name' | 'maySee'> & { readonly offer: Partial<OfferRecordInput> };

const RULES: readonly Rule[] = [
  { name: 'open', offer: {}, maySee: () => true },
  { name: 'guestonly', offer: { tiersEligible: ['GUEST'] }, maySee: (who) => who === 'guest' || who === 'staff' },
  ...TIERS.map(
    (tier): Rule => ({
      name: tier.toLowerCase(),
      offer: { tiersEligible: [tier] },
      maySee: (who) => who === tier || who === 'staff',
    }),
  ),
  { name: 'auonly', offer: { audience: 'AU+NZ', prices: { AU: { packPrice: 60 } } }, maySee: (_, market) => market === 'AU' },
  { name: 'sgonly', offer: { audience: 'SG', prices: { SG: { packPrice: 80 } } }, maySee: (_, market) => market === 'SG' },
  { name: 'secret', offer: { secret: true }, maySee: (who, market) => market === 'AU' && who !== 'guest' },
  { name: 'unborn', offer: { startsAt: '2999-01-01T00:00:00Z' }, maySee: () => false },
  { name: 'bygone', offer: { endsAt: '2020-01-01T00:00:00Z' }, maySee: () => false },
];

export const OFFER_CANARIES: readonly OfferCanary[] = RULES.map(({ name, offer, maySee: canView }, place) => ({
  name,
  maySee: canView,
  marks: PARTS.map((part) => mark(name, part)),
  offer: {
    offerId: mark(name, 'id'),
    productId: 7_000 + place,
    sku: mark(name, 'sku'),
    brand: mark(name, 'brand'),
    name: mark(name, 'name'),
    region: mark(name, 'place'),
    varietal: mark(name, 'grape'),
    country: mark(name, 'land'),
    tags: [mark(name, 'tag')],
    story: [mark(name, 'story')],
    ...offer,
  },
}));

const page = (name: string, more: object): object => ({
  record: 'page',
  template: 'content',
  id: `qz${name}page`,
  path: `/qz${name}path`,
  title: `qz${name}title`,
  menu: { group: 'help', label: `qz${name}menu`, position: 1 },
  blocks: [{ type: 'text', body: `qz${name}body` }],
  ...more,
});
const marksOf = (name: string): string[] => ['page', 'path', 'title', 'menu', 'body'].map((part) => `qz${name}${part}`);

/** Pages of the same kind; of the locked one its words alone are kept back. The last one names every offer. */
export const PAGE_CANARIES: readonly Canary[] = [
  { name: 'draft', marks: marksOf('draft'), maySee: () => false },
  { name: 'later', marks: marksOf('later'), maySee: () => false },
  { name: 'goldpage', marks: marksOf('goldpage'), maySee: (who) => who === 'GOLD' || who === 'staff' },
  { name: 'sgpage', marks: marksOf('sgpage'), maySee: (_, market) => market === 'SG' },
  { name: 'locked', marks: ['qzlockedbody', 'qzlockedpassword'], maySee: () => false },
  { name: 'secretpage', marks: marksOf('secretpage'), maySee: (who, market) => market === 'AU' && who !== 'guest' },
];

export const PAGE_RECORDS = [
  page('draft', { state: 'draft' }),
  page('later', { publishAt: '2999-01-01T00:00:00Z' }),
  page('goldpage', { tiersEligible: ['GOLD'] }),
  page('sgpage', { markets: ['SG'] }),
  page('locked', { paywall: { password: 'qzlockedpassword' } }),
  page('secretpage', { template: 'secret-offer', path: '/secret-offers/qzsecretpagepath', offerId: mark('secret', 'id'), menu: null }),
  page('names', {
    blocks: OFFER_CANARIES.flatMap(({ offer: { offerId } }) => [
      { type: 'offers', offerIds: [offerId] },
      { type: 'image', picture: { of: 'offer', offerId, alt: 'A bottle' } },
    ]),
  }),
].map((record) => pageRecord.parse(record));

export const CANARIES: readonly Canary[] = [...OFFER_CANARIES, ...PAGE_CANARIES];

/** Canaries that an answer tells of; words that the request itself said do not count. */
export const findLeakedCanaries = (answer: string, request: string): readonly Canary[] => {
  const [text, asked] = [answer.toLowerCase(), request.toLowerCase()];
  return CANARIES.filter(({ marks }) => marks.some((word) => text.includes(word) && !asked.includes(word)));
};
