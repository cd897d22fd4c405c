/** The label on a parcel: to whom, from whom, and what the driver has to check. */
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { addressLabelMessages as text } from '#domains/selling/orders/messages/labels.ts';
import type { DocumentSection } from '#lib/document.ts';
import { alcoholRule, isLeft } from '#markets/alcohol-law.ts';
import { addressLines, handoverOf } from '../format-address.ts';
import type { OrderDocument } from './document-shop.ts';

export interface LabelledParcel {
  readonly code: string;
  readonly parcel: number;
  readonly parcels: number;
}

/** Characters of an address in large letters. A longer one is smaller, so that the label stays one page. */
const MAX_LARGE_TEXT = 110;
/** Characters of the buyer's instructions: the packing slip has all of them. */
const MAX_INSTRUCTIONS = 100;

const shorten = (instructions: string): string =>
  instructions.length <= MAX_INSTRUCTIONS ? instructions : `${instructions.slice(0, MAX_INSTRUCTIONS).trimEnd()}…`;

/** Builds the label of a parcel. */
export function buildAddressLabel({ order, shop }: OrderDocument, { code, parcel, parcels }: LabelledParcel): DocumentSection {
  const { details, market, number } = order;
  const handover = handoverOf(order);
  const { minimumAge } = alcoholRule(market, details.state, handover.day);
  const mayBeLeft = isLeft(handover);
  const leave = [mayBeLeft ? text.mayBeLeft : text.mayNotBeLeft, shorten(details.instructions)];
  const age = [text.age(minimumAge), ...(details.giftMessage === '' ? [] : [text.gift])];
  const sender = [shop.shopName, shop.postalAddress, shop.supportPhone];
  const recipient = [...addressLines(order), formatPhone(market, details.phone)].filter((line) => line.trim() !== '');
  const isShort = recipient.join('').length <= MAX_LARGE_TEXT;
  return {
    blocks: [
      {
        kind: 'columns',
        columns: [
          [{ kind: 'lines', title: text.from, lines: sender.filter((line) => line !== '') }],
          [{ kind: 'code', value: code, label: code }],
        ],
      },
      { kind: 'lines', title: text.to, lines: recipient, ...(isShort ? { size: 'large' } : {}) },
      { kind: 'lines', title: text.order, lines: [text.orderAndParcel(number, parcel, parcels)] },
      { kind: 'notice', title: text.ageTitle(minimumAge), text: age.join(' ') },
      { kind: 'notice', title: text.leave, text: leave.filter((line) => line !== '').join(' ') },
    ],
  };
}
