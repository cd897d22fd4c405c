import type { GiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';

/** Preview of the card while its buyer types. */
export function GiftCardPreview({ worth, gift }: { worth: string; gift: GiftDetails }) {
  return (
    <figure className="gc-preview">
      <div className="door-card gc-card">
        <p>
          Cellardoor<span className="vh"> gift card</span>
        </p>
        <p className="gc-worth num">{worth}</p>
        <p className="gc-to">{gift.recipientName ? `For ${gift.recipientName}` : 'For somebody you like'}</p>
        {gift.message && <p className="gc-message">“{gift.message}”</p>}
        {gift.senderName && <p className="small">{gift.senderName}</p>}
      </div>
      <figcaption className="small quiet">Good for three years, in one order or several. The code comes by email.</figcaption>
    </figure>
  );
}
