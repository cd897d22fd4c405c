/** Errors of delivery days and holds. */
import type { DeliveryOffer, DeliveryTiming } from '../model/delivery-days.ts';

export const deliveryTimingMessages = {
  onlyOne: 'Choose a delivery day, or until when we hold the order, not both.',
} as const;

/** What is wrong with a chosen day. Names the field and what is allowed. */
export const deliveryDayMessages = {
  notOffered({ deliveryDay = '', holdUntil = '' }: DeliveryTiming, offer: DeliveryOffer | null): string {
    if (deliveryDay !== '' && holdUntil !== '') return deliveryTimingMessages.onlyOne;
    if (deliveryDay !== '')
      return offer === null || offer.days.length === 0
        ? 'We can’t deliver on a day of your choice there. Choose delivery as soon as possible.'
        : `We can’t deliver on ${deliveryDay}. Delivery days: ${offer.days.join(', ')}.`;
    return offer?.hold
      ? `We can’t hold the order until ${holdUntil}. Choose a day from ${offer.hold.from} to ${offer.hold.until}.`
      : 'We can’t hold orders there at the moment. Choose delivery as soon as possible.';
  },
} as const;
