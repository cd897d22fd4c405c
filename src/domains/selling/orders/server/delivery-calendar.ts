/** The expected delivery of an order as a file for calendars. */
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { DeliveryDates } from '#domains/selling/shipping/model/delivery-estimate.ts';
import { acceptanceSentence } from '#markets/alcohol-law.ts';
import type { OrderView } from '../contract.ts';
import { orderMessages } from '../messages.ts';
import { addressLines, handoverOf } from '../model/format-address.ts';

const DAY_MS = 86_400_000;

interface CalendarShop {
  readonly shopName: string;
  /** Host of the site: it makes the name of the event unique. */
  readonly host: string;
}

/**
 * Writes an event over the days on which an order is expected. The day is not blocked, and the id of the order is not in it, because links
 * that expire lead here too.
 * @returns the text of an iCalendar file
 */
export function writeDeliveryCalendar(
  order: Omit<OrderView, 'id'>,
  { date, latest }: DeliveryDates,
  { shopName, host }: CalendarShop,
): string {
  const calendar = ical({ prodId: { company: shopName, product: 'Orders' }, method: ICalCalendarMethod.PUBLISH });
  calendar.createEvent({
    id: `order-${order.number}@${host}`,
    start: new Date(date),
    // The first day after it.
    end: new Date(Date.parse(latest) + DAY_MS),
    allDay: true,
    stamp: new Date(order.placedAt),
    summary: orderMessages.calendarTitle(shopName),
    description: [orderMessages.title(order.number), acceptanceSentence(handoverOf(order))].join('\n'),
    location: addressLines(order).slice(1).join(', '),
    transparency: ICalEventTransparency.TRANSPARENT,
  });
  return calendar.toString();
}
