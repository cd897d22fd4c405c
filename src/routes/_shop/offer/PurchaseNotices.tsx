import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { formatScarcity, packWord } from '#domains/catalogue/model/format-offer.ts';
import { SaleEnd } from '#domains/catalogue/ui/SaleCountdown.tsx';
import type { Market } from '#markets/market.ts';
import { formatLastDay } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import type { DeliveryTexts } from '#routes/navigation.ts';
import { Icon, type IconName, LineIcon } from '#ui/Icon.tsx';
import { offerMessages } from './messages.ts';

const CALENDAR = 'M3 4.5h14v12.5H3zM3 8.5h14M7 2.5v4M13 2.5v4';

interface Note {
  readonly icon: IconName | 'calendar';
  readonly text: string;
  readonly isAlert?: boolean;
  /** End of the sale, shown as a countdown if it is near. */
  readonly endsAt?: string;
}

/** Returns the notices that apply before buying. */
function notesOf(offer: OfferDetail, market: Market, delivery: DeliveryTexts | undefined): Note[] {
  const unit = packWord(offer);
  const limit = offer.orderQuantityMaximum;
  const scarcity = formatScarcity(offer);
  const notes: (Note | false)[] = [
    scarcity !== null && { icon: 'info', text: scarcity, isAlert: true },
    offer.inventoryStatus === 'PRESELLING' && { icon: 'calendar', text: offerMessages.preselling },
    offer.specialAccess && { icon: 'key', text: offerMessages.membersOnly },
    limit > 0 && { icon: 'info', text: offerMessages.limit(limit, unit) },
    offer.endsAt !== null && {
      icon: 'calendar',
      text: offerMessages.onSaleUntil(formatLastDay(market, new Date(offer.endsAt))),
      endsAt: offer.endsAt,
    },
    unit === 'card'
      ? { icon: 'tick', text: offerMessages.sentByEmail }
      : delivery !== undefined && { icon: 'van', text: `${delivery.free}. ${delivery.otherwise}` },
  ];
  return notes.filter((note) => note !== false);
}

/** Notices below the buy button: scarcity, limits, end of the sale and delivery. */
export function BuyNotes({ offer }: { offer: OfferDetail }) {
  const { market } = useMarketConfig();
  const delivery = useSiteData()?.layout.delivery;
  return (
    <ul className="buy-notes small">
      {notesOf(offer, market, delivery).map(({ icon, text, isAlert, endsAt }) => (
        <li key={text} className={isAlert ? 'alert' : undefined}>
          {icon === 'calendar' ? <LineIcon path={CALENDAR} /> : <Icon name={icon} />}
          <span>
            {text}
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
