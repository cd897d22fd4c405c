/** Issues the gift cards of an order when it is placed [GIFT-1]. They are e-mailed when they are due. */
import { isGiftLine } from '#domains/selling/cart/model/cart.ts';
import { type GiftDetails, giftDetails, giftDueAt } from '#domains/selling/gift-cards/model/gift-details.ts';
import { issueGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { Order, OrderLine } from './order.repository.ts';

/** Issues the gift cards of an order. A card without a recipient goes to the buyer at once. */
export async function issueGiftCards(
  transaction: Transaction,
  order: Pick<Order, 'id' | 'email' | 'details'> & { readonly market: Market },
  lines: readonly OrderLine[],
): Promise<void> {
  for (const [position, line] of lines.entries()) {
    if (!isGiftLine({ offer: line.summary })) continue;
    const chosen = giftDetails.parse(line.giftDetails ?? {});
    const buyer = `${order.details.firstName} ${order.details.lastName}`.trim();
    const details: GiftDetails = {
      ...chosen,
      recipientEmail: chosen.recipientEmail || order.email,
      senderName: chosen.senderName || buyer,
    };
    for (let unit = 0; unit < line.quantity; unit += 1) {
      await issueGiftCard(transaction, {
        market: order.market,
        cents: line.listCents,
        bought: { orderId: order.id, position, unit },
        details,
        sendAt: giftDueAt(chosen),
      });
    }
  }
}
