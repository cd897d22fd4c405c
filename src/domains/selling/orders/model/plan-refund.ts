/** Plans a refund: money by line, for delivery or as an amount, and the cases it removes from the order. Amounts are cents. */
import { formatMoney } from '#lib/money.ts';
import {
  findLine,
  type IssuedCard,
  type LineFulfilment,
  OrderActionError,
  type RequestedLine,
  summed,
  unshippedQuantity,
} from './line-fulfilment.ts';

export interface RefundableBalance {
  /** What was paid, by card and from balances. */
  readonly paidCents: number;
  /** What was refunded, or is being refunded. */
  readonly refundedCents: number;
  readonly shippingCents: number;
  readonly refundedShippingCents: number;
}

export interface RefundInput {
  /** Refunds everything. The other fields are ignored. */
  readonly all: boolean;
  readonly lines: readonly RequestedLine[];
  /** True to refund the delivery charge. */
  readonly shipping: boolean;
  /** An amount in cents without a line, as compensation. */
  readonly amountCents: number;
  /** True if shipped cases were returned and are sold again. Cases that were not shipped are always sold again. */
  readonly restock: boolean;
  /** True if the cases leave what is sent, even if as many were withdrawn before by a refund that was refused. */
  readonly takesOut?: boolean;
}

export interface RefundLine extends RequestedLine {
  /** Number of cases withdrawn before the shipment. */
  readonly withdrawn: number;
  /** Number of cases put back on sale. */
  readonly restocked: number;
  readonly amountCents: number;
  /** Gift cards to empty, by balance. What was spent of a card is never refunded. */
  readonly voided?: readonly IssuedCard[];
}

export interface RefundPlan {
  readonly amountCents: number;
  readonly shippingCents: number;
  readonly lines: readonly RefundLine[];
}

/** Returns the price of the first `count` of a line. The price of all of them is exactly what was paid. */
const costOf = (line: LineFulfilment, count: number): number => Math.round((line.netCents * count) / line.quantity);

function planLine(line: LineFulfilment, quantity: number, { restock, takesOut = false }: RefundInput): RefundLine {
  if (line.refunded + quantity > line.quantity)
    throw new OrderActionError(
      `Line ${line.position + 1} (${line.name}) has ${line.quantity - line.refunded} left to refund, not ${quantity}.`,
    );
  if (line.cards) return planCards(line, line.cards, quantity, restock);
  // Those of a refused refund are out and on sale already.
  const before = takesOut ? 0 : Math.min(quantity, Math.max(0, line.withdrawn - line.refunded));
  const withdrawn = Math.min(quantity - before, unshippedQuantity(line));
  return {
    position: line.position,
    quantity,
    withdrawn,
    restocked: restock ? quantity - before : withdrawn,
    amountCents: costOf(line, line.refunded + quantity) - costOf(line, line.refunded),
  };
}

const fullCards = (cards: readonly IssuedCard[]): readonly IssuedCard[] => cards.filter(({ remainingCents }) => remainingCents > 0);

function planCards(line: LineFulfilment, cards: readonly IssuedCard[], quantity: number, restock: boolean): RefundLine {
  const full = fullCards(cards);
  if (full.length < quantity)
    throw new OrderActionError(
      `Line ${line.position + 1} (${line.name}) has ${full.length} gift ${full.length === 1 ? 'card' : 'cards'} with something left, not ${quantity}.`,
    );
  const voided = full.slice(0, quantity);
  return {
    position: line.position,
    quantity,
    withdrawn: 0,
    restocked: restock ? quantity : 0,
    amountCents: voided.reduce((sum, { remainingCents }) => sum + remainingCents, 0),
    voided,
  };
}

/** Returns the cents paid for gift cards that were spent, or that can still be spent after this refund. */
const outInCards = (lines: readonly LineFulfilment[], planned: readonly RefundLine[]): number =>
  lines
    .filter(({ cards }) => cards)
    .reduce((sum, { position, netCents, refundedCents }) => {
      const now = planned.find((line) => line.position === position)?.amountCents ?? 0;
      return sum + Math.max(0, netCents - refundedCents - now);
    }, 0);

const leftToRefund = (line: LineFulfilment): number => {
  const remaining = line.quantity - line.refunded;
  return line.cards ? Math.min(remaining, fullCards(line.cards).length) : remaining;
};

/**
 * Plans a refund.
 * @param currency for the messages, `AUD`
 * @throws OrderActionError if nothing is requested, a line has fewer left, or the request exceeds what is left of the payment
 */
export function planRefund(
  lines: readonly LineFulfilment[],
  balance: RefundableBalance,
  input: RefundInput,
  locale: string,
  currency: string,
): RefundPlan {
  const unrefundedCents = balance.paidCents - balance.refundedCents;
  const inMoney = (cents: number): string => formatMoney(cents, locale, currency);
  if (unrefundedCents <= 0)
    throw new OrderActionError(
      balance.paidCents === 0 ? 'Nothing was paid for this order.' : `The full ${inMoney(balance.paidCents)} has already been refunded.`,
    );
  const requested = input.all
    ? lines.filter((line) => leftToRefund(line) > 0).map((line) => ({ position: line.position, quantity: leftToRefund(line) }))
    : summed(input.lines);
  const planned = requested.map((want) => planLine(findLine(lines, want), want.quantity, input));
  const remainingCents = unrefundedCents - outInCards(lines, planned);
  if (remainingCents <= 0) throw new OrderActionError('What is left of this order was paid for gift cards that are spent.');
  const shippingLeft = balance.shippingCents - balance.refundedShippingCents;
  const shippingCents = Math.min(input.all || input.shipping ? shippingLeft : 0, remainingCents);
  if (input.shipping && !input.all && shippingLeft === 0)
    throw new OrderActionError(
      balance.shippingCents === 0 ? 'Delivery of this order was free.' : 'The delivery charge has already been refunded.',
    );
  const requestedCents = planned.reduce((sum, line) => sum + line.amountCents, 0) + shippingCents + input.amountCents;
  const amountCents = input.all ? remainingCents : requestedCents;
  if (amountCents <= 0) throw new OrderActionError('Choose what to refund: lines, delivery, an amount or everything.');
  if (amountCents > remainingCents)
    throw new OrderActionError(
      `That is ${inMoney(amountCents)}, and ${inMoney(remainingCents)} of the ${inMoney(balance.paidCents)} paid is left to refund.`,
    );
  return { amountCents, shippingCents, lines: planned };
}
