/** Plans notifications about abandoned carts and cheaper favourites, once per state. */

import { GUEST, isVisible } from '#domains/catalogue/model/audience.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { offerPath } from '#domains/catalogue/model/slug.ts';
import { shopperOf } from '#domains/customers/identity/model/shopper.ts';
import { DEFAULT_TIER } from '#domains/customers/identity/model/tiers.ts';
import type { Database } from '#lib/db/pool.ts';
import { cartMessage, priceMessage } from '../model/message.ts';
import {
  findAbandonedCarts,
  findPriceDrops,
  type PlannedMessage,
  type PriceDropRow,
  saveNotifiedPrices,
  savePlanned,
} from './push-message.repository.ts';

/** Plans a reminder of each cart without a change for the given minutes, up to a week. Returns how many. */
export async function planCartReminders(database: Database, minutes: number): Promise<number> {
  const rows = await findAbandonedCarts(database, minutes);
  const planned = rows.map(
    ({ endpoint, subject_key, cart_item, cart_image }): PlannedMessage => ({
      endpoint,
      kind: 'cart',
      subject_key,
      message: cartMessage(cart_item, cart_image),
    }),
  );
  return planned.length === 0 ? 0 : savePlanned(database, planned);
}

/** Returns whether the offer is still visible to the customer. Tiers change, and offers end. */
const isTheirs = ({ record, market, customer_id, group, tier }: PriceDropRow): boolean =>
  isVisible(record, market, customer_id === null ? GUEST : shopperOf(customer_id, group, tier ?? DEFAULT_TIER));

/**
 * Compares the prices of favourites with the last known ones, and plans a message for each browser of a customer whose favourite costs
 * less. Reading and saving run in one transaction under a lock, so that no drop is lost or notified twice. Returns how many.
 */
export const planPriceDrops = (database: Database): Promise<number> =>
  database.transaction(async (transaction) => {
    const drops = await findPriceDrops(transaction);
    const planned = drops.filter(isTheirs).map(({ endpoint, market, record, image, from_cents, to_cents }): PlannedMessage => {
      const name = `${record.brand} ${fullName({ ...record, isSpirit: CATEGORIES[record.category].isSpirit })}`;
      const url = offerPath(record.brand, record.offerId);
      const message = priceMessage({ market, name, url, image, fromCents: from_cents, toCents: to_cents });
      return { endpoint, kind: 'price', subject_key: `${record.offerId} ${to_cents}`, message };
    });
    if (planned.length > 0) await savePlanned(transaction, planned);
    await saveNotifiedPrices(transaction);
    return planned.length;
  });
