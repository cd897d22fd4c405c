import { pictureMessages as messages } from '#domains/catalogue/messages/pictures.ts';
import {
  type BottleKind,
  type BottleSpec,
  drawBottle,
  drawCase,
  drawGiftCard,
  drawMixedCase,
  labelText,
  type Picture,
} from '#packages/bottle-art/index.ts';
import { type PicturedOffer, type PicturePlan, picturePlan } from './picture-plan.ts';

type MixedPlan = Extract<PicturePlan, { show: 'mixed' }>;

const MAX_NAMES_IN_ALT = 6;

/** Joins producer, name and vintage. Leaves the producer out if the name begins with it. */
const bottleName = ({ producer, name, vintage }: Pick<BottleSpec, 'producer' | 'name' | 'vintage'>): string =>
  [name.toLowerCase().startsWith(producer.toLowerCase()) ? '' : producer, name, vintage]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

const mixedAlt = ({ name, bottles, packSize }: MixedPlan): string => {
  const names = [...new Set(bottles.map(bottleName))];
  const listed = names.length === 0 ? [name] : names.slice(0, MAX_NAMES_IN_ALT);
  return messages.mixedCaseAlt(packSize, listed, Math.max(0, names.length - MAX_NAMES_IN_ALT));
};

const giftCard = (amount: string, shopName: string): Picture =>
  drawGiftCard({ ...messages.giftCardPrint, brand: shopName, amount }, messages.giftCardAlt(amount));

const WINES = [
  ['red', 'oxblood'],
  ['white', 'cream'],
  ['rose', 'copper'],
  ['sparkling', 'gold'],
] as const;
const SPIRITS = [
  ['whisky', 'oak'],
  ['gin', 'ebony'],
  ['rum', 'walnut'],
  ['brandy', 'brass'],
] as const;

/** Returns bottles for a mixed case without a list of contents: one of each usual kind. The case hides their labels. */
const assortedBottles = ({ brand, name, isSpirit }: MixedPlan): [BottleSpec, ...BottleSpec[]] => {
  const toSpec = ([kind, capsule]: readonly [BottleKind, string]): BottleSpec => ({
    producer: brand,
    name,
    vintage: '',
    region: '',
    kind,
    varietal: '',
    capsule,
  });
  const [first, ...others] = isSpirit ? SPIRITS : WINES;
  return [toSpec(first), ...others.map(toSpec)];
};

const mixedBox = (plan: MixedPlan): Picture => {
  const [first, ...others] = plan.bottles;
  const print = { producer: plan.brand, name: plan.name, region: messages.mixedCase, foot: messages.bottleCount(plan.packSize) };
  return drawCase(first ? [first, ...others] : assortedBottles(plan), plan.packSize, print, mixedAlt(plan));
};

/**
 * Draws the picture of an offer for cards, lists and the first place of its gallery: a bottle, the bottles of a mixed case, or a
 * gift card, which has the name of the shop on it.
 */
export const drawOffer = (offer: PicturedOffer, shopName: string): Picture => {
  const plan = picturePlan(offer);
  if (plan.show === 'gift') return giftCard(plan.amount, shopName);
  if (plan.show === 'bottle') return drawBottle(plan.bottle, messages.bottleAlt(bottleName(plan.bottle)));
  return plan.bottles.length === 0 ? mixedBox(plan) : drawMixedCase(plan.bottles, mixedAlt(plan));
};

/** Draws the open case an offer comes in, for its gallery. A gift card is drawn as the card. */
export const drawOfferCase = (offer: PicturedOffer, shopName: string): Picture => {
  const plan = picturePlan(offer);
  if (plan.show === 'gift') return giftCard(plan.amount, shopName);
  if (plan.show === 'mixed') return mixedBox(plan);
  const { producer, name, region, volume } = labelText(plan.bottle);
  const print = { producer, name, region, foot: `${plan.packSize} × ${volume}` };
  return drawCase([plan.bottle], plan.packSize, print, messages.caseAlt(plan.packSize, bottleName(plan.bottle)));
};
