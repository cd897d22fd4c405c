import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import './GiftCardPreview.css';

/** Preview of the card while its buyer types. */
export function GiftCardPreview({ worth, gift }: { worth: string; gift: GiftDetails }) {
  return (
    <figure className="gift-card-preview">
      <div className="door-card gift-card-card">
        <p>
          Cellardoor<span className="visually-hidden"> gift card</span>
        </p>
        <p className="gift-card-worth num">{worth}</p>
        <p className="gift-card-to">{gift.recipientName ? `For ${gift.recipientName}` : 'For somebody you like'}</p>
        {gift.message && <p className="gift-card-message">“{gift.message}”</p>}
        {gift.senderName && <p className="small">{gift.senderName}</p>}
      </div>
      <figcaption className="small text-muted">Good for three years, in one order or several. The code comes by email.</figcaption>
    </figure>
  );
}
