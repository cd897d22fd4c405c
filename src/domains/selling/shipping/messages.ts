/** Text of the delivery estimate. `No result` is fixed [SHIP-19]. */
export const deliveryEstimateMessages = {
  postcode: 'Delivery estimate for postcode',
  check: 'Check',
  result: (postcode: string) => `Order now for delivery to ${postcode}`,
  noResult: 'No result',
  deliveringTo: (postcode: string) => `Delivering to ${postcode}`,
  by: (day: string) => `by ${day}`,
  checkTimes: 'Check delivery times',
} as const;

type Timing = { readonly deliveryDay?: string | undefined; readonly holdUntil?: string | undefined };
type Offer = { readonly days: readonly string[]; readonly hold: { readonly from: string; readonly until: string } | null };

/** What is wrong with a chosen day. Names the field and what is allowed. */
export const deliveryDayMessages = {
  notOffered({ deliveryDay = '', holdUntil = '' }: Timing, offer: Offer | null): string {
    if (deliveryDay !== '' && holdUntil !== '') return 'Choose a delivery day, or until when we hold the order, not both.';
    if (deliveryDay !== '')
      return offer === null || offer.days.length === 0
        ? 'We can’t deliver on a day of your choice there. Choose delivery as soon as possible.'
        : `We can’t deliver on ${deliveryDay}. Delivery days: ${offer.days.join(', ')}.`;
    return offer?.hold
      ? `We can’t hold the order until ${holdUntil}. Choose a day from ${offer.hold.from} to ${offer.hold.until}.`
      : 'We can’t hold orders there at the moment. Choose delivery as soon as possible.';
  },
} as const;
