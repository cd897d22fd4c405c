import { bottle } from './bottle.ts';
import { caseBox } from './case-box.ts';
import { giftCard } from './gift-card.ts';
import { labelWords } from './label-text.ts';
import { mixedCase } from './mixed.ts';
import { type PicturedOffer, type PicturePlan, picturePlan } from './offer-plan.ts';
import type { SetText } from './render-text.ts';
import { type BottleKind, type BottleSpec, labelName, type Picture } from './spec.ts';

type MixedPlan = Extract<PicturePlan, { show: 'mixed' }>;
type Specs = readonly [BottleSpec, ...BottleSpec[]];

const giftAlt = (amount: string) => (amount === '' ? 'Gift card' : `Gift card, ${amount}`);

const NAMED = 6;
const mixedAlt = ({ name, bottles, packSize }: MixedPlan): string => {
  const names = [...new Set(bottles.map(labelName))];
  if (names.length === 0) return `Mixed case of ${packSize}: ${name}`;
  const more = names.length - NAMED;
  return `Mixed case of ${packSize}: ${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

type Stranger = readonly [kind: BottleKind, capsule: string];
const ASSORTED = {
  wine: [
    ['red', 'oxblood'],
    ['white', 'cream'],
    ['rose', 'copper'],
    ['sparkling', 'gold'],
  ],
  spirits: [
    ['whisky', 'oak'],
    ['gin', 'ebony'],
    ['rum', 'walnut'],
    ['brandy', 'brass'],
  ],
} as const satisfies Record<string, readonly [Stranger, ...Stranger[]]>;

/** Bottles for a mixed case that does not say what it holds: one of each usual kind, their labels below the brim. */
const assorted = ({ brand, name, isSpirit }: MixedPlan): Specs => {
  const stranger = ([kind, capsule]: Stranger): BottleSpec => ({
    producer: brand,
    name,
    vintage: '',
    region: '',
    kind,
    varietal: '',
    capsule,
  });
  const [first, ...others] = isSpirit ? ASSORTED.spirits : ASSORTED.wine;
  return [stranger(first), ...others.map(stranger)];
};

const mixedCarton = (plan: MixedPlan, setText: SetText): Picture => {
  const [first, ...others] = plan.bottles;
  const specs: Specs = first ? [first, ...others] : assorted(plan);
  const print = { producer: plan.brand, name: plan.name, region: 'Mixed case', foot: `${plan.packSize} bottles` };
  return caseBox(specs, plan.packSize, print, mixedAlt(plan), setText);
};

/** The picture of an offer on cards, in lists and first in its gallery: a bottle, the bottles of a mixed case, or a gift card. */
export const drawOffer = (offer: PicturedOffer, setText: SetText): Picture => {
  const plan = picturePlan(offer);
  if (plan.show === 'gift') return giftCard(plan.amount, giftAlt(plan.amount), setText);
  if (plan.show === 'bottle') return bottle(plan.bottle, setText);
  return plan.bottles.length === 0 ? mixedCarton(plan, setText) : mixedCase(plan.bottles, mixedAlt(plan), setText);
};

/** The open carton an offer comes in, for its gallery; a gift card comes in none and is shown again. */
export const drawCarton = (offer: PicturedOffer, setText: SetText): Picture => {
  const plan = picturePlan(offer);
  if (plan.show === 'gift') return giftCard(plan.amount, giftAlt(plan.amount), setText);
  if (plan.show === 'mixed') return mixedCarton(plan, setText);
  const { producer, name, region, volume } = labelWords(plan.bottle);
  const print = { producer, name, region, foot: `${plan.packSize} × ${volume}` };
  const alt = plan.packSize === 1 ? `Box of one bottle: ${labelName(plan.bottle)}` : `Case of ${plan.packSize}: ${labelName(plan.bottle)}`;
  return caseBox([plan.bottle], plan.packSize, print, alt, setText);
};
