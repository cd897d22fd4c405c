import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { useShopName } from '#ui/shop-identity.ts';
import './GiftCardPreview.css';
import { giftCardMessages as m } from './messages.ts';

/** Preview of the card while its buyer types. */
export function GiftCardPreview({ worth, gift }: { worth: string; gift: GiftDetails }) {
  return (
    <figure className="gift-card-preview">
      <div className="door-card gift-card-card">
        <p>
          {useShopName()}
          <span className="visually-hidden"> {m.giftCard}</span>
        </p>
        <p className="gift-card-worth num">{worth}</p>
        <p className="gift-card-to">{m.to(gift.recipientName)}</p>
        {gift.message && <p className="gift-card-message">{m.quote(gift.message)}</p>}
        {gift.senderName && <p className="small">{gift.senderName}</p>}
      </div>
      <figcaption className="small text-muted">{m.terms}</figcaption>
    </figure>
  );
}
