import { Suspense, useEffect, useState } from 'react';
import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { packWord, scarcityWords } from '../../../../catalogue/offer-words.ts';
import { useMarketFacts } from '../../../../market/web/market-context.tsx';
import { Icon, type IconName } from '../../../../ui/web/Icon.tsx';
import { lazyPart } from '../../../../ui/web/lazy-part.ts';
import { deliveryWords } from '../../../shop-links.ts';

const SaleEnds = lazyPart(() => import('./SaleEnds.tsx'));
const COUNTED_MS = 3 * 86_400_000;

interface Note {
  readonly icon: IconName;
  readonly words: string;
  readonly isAlert?: boolean;
  /** Counted down to, where it is near. */
  readonly endsAt?: string;
}

const TIME_ZONES = { AU: 'Australia/Melbourne', SG: 'Asia/Singapore' } as const;

/** What is worth knowing before buying, each line only where it is true. */
function notesOf(offer: OfferDetail, market: 'AU' | 'SG', locale: string): Note[] {
  const word = packWord(offer);
  const limit = offer.orderQuantityMaximum;
  const scarcity = scarcityWords(offer);
  const delivery = deliveryWords(market);
  const lastDay =
    offer.endsAt &&
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: TIME_ZONES[market] }).format(new Date(offer.endsAt));
  const notes: (Note | false)[] = [
    scarcity !== null && { icon: 'info', words: scarcity, isAlert: true },
    offer.inventoryStatus === 'PRESELLING' && { icon: 'calendar', words: 'On its way to us. Order now, and it leaves the day it lands.' },
    offer.specialAccess && { icon: 'key', words: 'For members. Log in to buy it.' },
    limit > 0 && { icon: 'info', words: limit === 1 ? `One ${word} for each customer` : `At most ${limit} ${word}s for each customer` },
    offer.endsAt !== null && { icon: 'calendar', words: `On sale until ${lastDay}`, endsAt: offer.endsAt },
    word === 'card'
      ? { icon: 'tick', words: 'Sent by email as a code' }
      : { icon: 'van', words: `${delivery.free}. ${delivery.otherwise}` },
  ];
  return notes.filter((note) => note !== false);
}

/** The time left, once the page is alive and the end is near. */
function NearEnd({ endsAt }: { endsAt: string }) {
  const [isNear, setNear] = useState(false);
  useEffect(() => setNear(Date.parse(endsAt) - Date.now() < COUNTED_MS), [endsAt]);
  if (!isNear) return null;
  return (
    <Suspense>
      <SaleEnds endsAt={endsAt} />
    </Suspense>
  );
}

export function BuyNotes({ offer }: { offer: OfferDetail }) {
  const { market, locale } = useMarketFacts();
  return (
    <ul className="buy-notes small">
      {notesOf(offer, market, locale).map(({ icon, words, isAlert, endsAt }) => (
        <li key={words} className={isAlert ? 'alert' : undefined}>
          <Icon name={icon} />
          <span>
            {words}
            {endsAt !== undefined && <NearEnd endsAt={endsAt} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
