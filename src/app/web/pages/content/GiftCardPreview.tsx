import type { GiftDetails } from '../../../../gift-card/gift-details.ts';

/** The card as it will be read, drawn while its buyer types. */
export function GiftCardPreview({ worth, gift }: { worth: string; gift: GiftDetails }) {
  return (
    <figure className="gc-preview">
      <div className="gc-card">
        <svg viewBox="0 0 120 160" aria-hidden="true" className="gc-drawing">
          <path d="M48 6h24v34c0 10 14 14 14 34v68a12 12 0 0 1-12 12H46a12 12 0 0 1-12-12V74c0-20 14-24 14-34z" />
          <path d="M34 92h52v34H34z" className="gc-label" />
          <path d="M60 92v34M60 100c-10-12-18 2 0 2 18 0 10-14 0-2z" className="gc-bow" />
        </svg>
        <p className="label">Cellardoor gift card</p>
        <p className="gc-worth num">{worth}</p>
        <p className="gc-to">{gift.recipientName ? `For ${gift.recipientName}` : 'For somebody you like'}</p>
        {gift.message && <p className="gc-message">“{gift.message}”</p>}
        {gift.senderName && <p className="small">{gift.senderName}</p>}
      </div>
      <figcaption className="small quiet">Good for three years, in one order or several. The code comes by email.</figcaption>
    </figure>
  );
}
