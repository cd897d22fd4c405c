/** The email of a gift card as its reader sees it, made by the function that sends it. The code is masked. */
import { issueMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import { giftCardEmail } from '#domains/selling/gift-cards/model/gift-card-email.ts';
import { type GiftDetails, VALID_YEARS } from '#domains/selling/gift-cards/model/gift-details.ts';
import type { Market } from '#markets/market.ts';

interface GiftCardMailProps {
  readonly market: Market;
  readonly cents: number;
  readonly details: Omit<GiftDetails, 'sendOn'>;
}

const MASKED_CODE = '••••••••••••••••';

export function GiftCardMail({ market, cents, details }: GiftCardMailProps) {
  const expiresAt = new Date();
  expiresAt.setFullYear(expiresAt.getFullYear() + VALID_YEARS);
  const mail = giftCardEmail({ ...details, id: '', code: MASKED_CODE, market, cents, expiresAt }, '');
  return (
    <section className="panel card-mail" aria-labelledby="mail-heading">
      <div className="panel-head">
        <h2 id="mail-heading">{text.preview}</h2>
      </div>
      {details.recipientEmail === '' && <p className="panel-body text-muted">{text.noEmail}</p>}
      <div className={details.recipientEmail === '' ? 'panel-body card-mail-body is-off' : 'panel-body card-mail-body'}>
        <p>
          <span className="text-muted">{text.subject}</span> <strong>{mail.subject}</strong>
        </p>
        {mail.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className="card-mail-code num">{mail.code}</p>
        {[mail.action, mail.also].map((link) => link && <p key={link.label}>{link.label}</p>)}
        <p className="text-muted small">{mail.closing}</p>
      </div>
    </section>
  );
}
