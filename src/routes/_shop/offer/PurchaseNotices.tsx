import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { formatScarcity, packWord } from '#domains/catalogue/model/format-offer.ts';
import { SaleEnd } from '#domains/catalogue/ui/SaleCountdown.tsx';
import type { Market } from '#markets/market.ts';
import { lastDayInWords } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import type { DeliveryTexts } from '#routes/navigation.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { offerMessages } from './messages.ts';

interface Note {
  readonly icon: IconName;
  readonly words: string;
  readonly isAlert?: boolean;
  /** End of the sale, shown as a countdown if it is near. */
  readonly endsAt?: string;
}

/** Returns the notices that apply before buying. */
function notesOf(offer: OfferDetail, market: Market, delivery: DeliveryTexts | undefined): Note[] {
  const word = packWord(offer);
  const limit = offer.orderQuantityMaximum;
  const scarcity = formatScarcity(offer);
  const notes: (Note | false)[] = [
    scarcity !== null && { icon: 'info', words: scarcity, isAlert: true },
    offer.inventoryStatus === 'PRESELLING' && { icon: 'calendar', words: offerMessages.preselling },
    offer.specialAccess && { icon: 'key', words: offerMessages.membersOnly },
    limit > 0 && { icon: 'info', words: offerMessages.limit(limit, word) },
    offer.endsAt !== null && {
      icon: 'calendar',
      words: offerMessages.onSaleUntil(lastDayInWords(market, new Date(offer.endsAt))),
      endsAt: offer.endsAt,
    },
    word === 'card'
      ? { icon: 'tick', words: offerMessages.sentByEmail }
      : delivery !== undefined && { icon: 'van', words: `${delivery.free}. ${delivery.otherwise}` },
  ];
  return notes.filter((note) => note !== false);
}

export function BuyNotes({ offer }: { offer: OfferDetail }) {
  const { market } = useMarketConfig();
  const delivery = useSiteData()?.layout.delivery;
  return (
    <ul className="buy-notes small">
      {notesOf(offer, market, delivery).map(({ icon, words, isAlert, endsAt }) => (
        <li key={words} className={isAlert ? 'alert' : undefined}>
          <Icon name={icon} />
          <span>
            {words}
            {endsAt !== undefined && (
              <span className="num">
                <SaleEnd endsAt={endsAt} before="" format={offerMessages.saleLeft} expired={offerMessages.saleEnded} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
