/** Text about labels of parcels: what stands on them, and what staff read. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import { plural } from '#lib/plural.ts';
import type { LabelState } from '../model/labels/label.ts';

/** Why a label is not bought or not cancelled. */
export const labelFailures = {
  timeout: 'The label service did not answer in time.',
  noCarrier: 'This carrier is not set up any more.',
  overtaken: 'It is not wanted any more.',
  unprintable: (name: string) => `${name} sent a label that can’t be printed. We ask for it again.`,
  nothingLeft: 'Nothing of the order is left to send.',
  moved: 'The delivery changed before the label was made. Buy a new one.',
  gaveUp: (reason: string) =>
    `${reason.replace(/\.$/, '')}. We stopped after an hour. Try again: the service is asked first whether it has the label.`,
  notHandedOver: (reason: string) => `The carrier does not know yet that it is handed over: ${reason}`,
  notCancelled: (reason: string) => `The carrier did not cancel it: ${reason}`,
} as const;

/** Why labels of an order are not bought. */
export const labelRefusals = {
  notFound: 'We couldn’t find that order.',
  nothingLeft: 'Nothing is left to send.',
  notPaid: (status: string) => `The order is “${status}”.`,
  noAddress: 'It has no delivery address.',
  labelled: (who: string, parcels: number, when: string) => `${who} bought ${plural(parcels, 'label')} for it ${when}.`,
  goesWith: (first: number) => `It goes with order #${first}: the labels of that order are for its wines, too.`,
  firstLabelled: (first: number, labels: number) =>
    `These wines go in the parcels of order #${first}, which have ${plural(labels, 'label')}. Cancel ${labels === 1 ? 'it' : 'them'} there first.`,
  labelledBefore: 'It has labels.',
  cancelled: 'It was cancelled before.',
  onManifest: 'It’s on a manifest or was sent, so it can’t be cancelled here.',
  unknownLabel: 'We couldn’t find that label.',
  notFailed: 'It isn’t failed any more.',
  refundLabelled: (labels: number) =>
    `${plural(labels, 'parcel of this order has a label', 'parcels of this order have labels')}, and cases of this refund may be inside. Cancel ${labels === 1 ? 'it' : 'them'} first, or send the order and refund the cases afterwards. An amount without cases can be refunded now.`,
} as const;

export const LABEL_ERRORS = {
  NO_LABELS: { no_labels: { status: 409, title: 'There are no labels to print. Buy labels first.' } },
  NO_PARCELS: { no_parcels: { status: 409, title: 'There are no parcels on this manifest.' } },
  NOT_FOUND: { not_found: { status: 404, title: 'We couldn’t find that.' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ErrorSpec>>>>;

/** Text on address labels. */
export const addressLabelMessages = {
  title: 'Labels',
  from: 'From',
  to: 'Deliver to',
  order: 'Order',
  orderAndParcel: (order: number, parcel: number, parcels: number) => `#${order}, parcel ${parcel} of ${parcels}`,
  ageTitle: (minimumAge: number) => `Age check: ${minimumAge}+`,
  age: (minimumAge: number) => `Proof of age required. No alcohol to a person under ${minimumAge} or intoxicated.`,
  gift: 'This is a gift: check whoever accepts it, not the buyer.',
  leave: 'Authority to leave',
  mayBeLeft: 'May be left in a safe place if no one is home.',
  mayNotBeLeft: 'Do not leave unattended. Hand it over in person.',
} as const;

/** Text on manifests. */
export const manifestDocumentMessages = {
  title: 'Manifest',
  summary: (parcels: number, orders: number, day: string) => `${plural(parcels, 'parcel')} of ${plural(orders, 'order')}, ${day}`,
  code: 'Parcel',
  to: 'To',
  tracking: 'Tracking number',
  note: 'Every parcel contains alcohol: proof of age is checked at the door.',
  handedOver: 'Handed over by',
  received: 'Received by',
  time: 'Time',
  signature: '______________________',
} as const;

export const LABEL_STATE_LABELS: Readonly<Record<LabelState | 'cancelling', string>> = {
  intended: 'Being bought',
  bought: 'Bought',
  failed: 'Failed',
  cancelled: 'Cancelled',
  cancelling: 'Being cancelled',
};

const labels = (count: number): string => plural(count, 'label');

/** Text of the office about labels. */
export const labelMessages = {
  heading: 'Labels',
  none: 'No labels yet.',
  ofFirst: (first: number) => `These wines go in the parcels of order #${first}. Buy the labels there.`,
  parcelOf: (parcel: number, parcels: number) => `${parcel} of ${parcels}`,
  tracking: (number: string) => `Tracking number ${number}`,
  manifest: (day: string) => `Manifest of ${day}`,
  moved: 'The delivery changed since. Cancel this label and buy a new one.',
  buy: 'Buy labels',
  buyFor: (orders: number) => `Buy labels for ${plural(orders, 'order')}?`,
  buyAction: (orders: number) => `Buy labels for ${plural(orders, 'order')}`,
  buyTitle: (orderNumber: number) => `Buy labels for order #${orderNumber}`,
  parcels: 'Parcels',
  parcelsHint: 'Each parcel gets a label.',
  parcelsError: (most: number) => `Enter a whole number from 1 to ${most}`,
  asking: 'Asking the carrier for its prices…',
  noPrices: (reason: string) => `No prices: ${reason.replace(/\.$/, '')}. You can still buy the labels.`,
  service: (carrier: string) => (carrier === '' ? 'Service' : `Service of ${carrier}`),
  serviceHint: (estimate: string) => `${estimate === '' ? '' : `Takes ${estimate}. `}Prices are those of all parcels.`,
  price: (price: string, service: string) => (service === '' ? price : `${price}, ${service}`),
  buyMany: (count: number) => `Buy ${labels(count)}`,
  asked: (count: number) => `Asked the carrier for ${labels(count)}.`,
  bulkText: 'Each order gets a label for each case, and one for each six loose bottles. Labels are bought in the background.',
  print: 'Print labels',
  printShort: 'Print',
  cancelShort: 'Cancel',
  cancel: (code: string) => `Cancel label ${code}`,
  cancelTitle: (code: string) => `Cancel label ${code}?`,
  cancelText: 'The carrier is asked to cancel it. A parcel that has it must not be handed over.',
  keep: 'Keep it',
  cancelAction: 'Cancel label',
  cancelAsked: 'The label is being cancelled.',
  retry: 'Try again',
  retryNamed: (code: string) => `Try again: label ${code}`,
  retried: 'The carrier is asked again.',
  saved: (fileName: string) => `Saved ${fileName}.`,
  savedWithout: (fileName: string, omitted: readonly number[]) =>
    `Saved ${fileName}. No labels to print of ${omitted.map((number) => `#${number}`).join(', ')}.`,
  progressTitle: 'Labels',
  progress: (bought: number, all: number) => `${bought} of ${labels(all)} bought…`,
  allBought: (count: number) => `${labels(count)} bought.`,
  failed: (count: number) => `${labels(count)} failed:`,
  failedLine: (code: string, reason: string) => `${code}: ${reason}`,
  waitHint: 'You can close this: the labels are bought in the background.',
  slow: 'The label service answers slowly. We keep asking.',
  tooMany: (most: number) => `Select up to ${plural(most, 'order')} for one document.`,
  manifestTitle: 'Manifest of the day',
  manifestText: 'A manifest lists the parcels that the carrier takes. Labels on a manifest can’t be cancelled any more.',
  market: 'Market',
  openParcels: (count: number) =>
    count === 0 ? 'No new parcels since the last manifest.' : `${plural(count, 'new parcel')} to hand over.`,
  includeUnsent: (count: number) => `Include ${plural(count, 'parcel')} with a label that ${count === 1 ? 'was' : 'were'} not sent yet`,
  unsentHint: 'Include them only if the carrier takes them now: it may charge for each. Pack and send them first to leave nothing behind.',
  addOpen: (count: number) => `Add ${plural(count, 'parcel')} to today’s manifest`,
  earlier: 'Manifests',
  printDay: (day: string, parcels: number) => `${day}: ${plural(parcels, 'parcel')}`,
  printNamed: (day: string) => `Print the manifest of ${day}`,
  close: 'Close',
} as const;
