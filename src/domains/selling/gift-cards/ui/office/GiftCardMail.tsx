/** The email of a gift card as its reader sees it, made by the function that sends it. The code is masked. */
import { useEffect, useState } from 'react';
import { issueMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import { giftCardEmail } from '#domains/selling/gift-cards/model/gift-card-email.ts';
import { type GiftDetails, VALID_YEARS } from '#domains/selling/gift-cards/model/gift-details.ts';
import { createMailTexts, DEFAULT_MAIL_TEXTS, type MailTexts } from '#domains/settings/model/mail-texts.ts';
import type { Market } from '#markets/market.ts';
import { giftCardCalls } from './gift-card-calls.ts';

interface GiftCardMailProps {
  readonly market: Market;
  readonly cents: number;
  readonly details: Omit<GiftDetails, 'sendOn'>;
}

const MASKED_CODE = '••••••••••••••••';

/** Returns what the email says in a market; until that is known, what it says by default. */
function useTexts(market: Market): MailTexts {
  const [texts, setTexts] = useState(DEFAULT_MAIL_TEXTS);
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const result = await giftCardCalls.giftCardEmailTexts({ market });
      if (isCurrent && result.ok) setTexts(createMailTexts(result.value.shopName, () => result.value.texts));
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [market]);
  return texts;
}

export function GiftCardMail({ market, cents, details }: GiftCardMailProps) {
  const texts = useTexts(market);
  const expiresAt = new Date();
  expiresAt.setFullYear(expiresAt.getFullYear() + VALID_YEARS);
  const mail = giftCardEmail({ ...details, id: '', code: MASKED_CODE, market, cents, expiresAt }, '', texts);
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
