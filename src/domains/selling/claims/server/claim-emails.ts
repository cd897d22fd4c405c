/** Emails about claims. Each reads the current state of the claim when it is sent. */
import { findOrder } from '#domains/selling/checkout/server/order.repository.ts';
import type { OrderMail } from '#domains/selling/orders/server/order-deps.ts';
import type { EmailSource } from '#domains/selling/orders/server/order-emails.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import { marketOrigin } from '#lib/server/market-settings.ts';
import { getMarketConfig } from '#markets/market.ts';
import {
  type ClaimEmailData,
  claimCreditedEmail,
  claimDeclinedEmail,
  claimReceivedEmail,
  claimReplacedEmail,
} from '../model/claim-email.ts';
import { claimableLines, claimsOf } from './claim.repository.ts';
import { replacedWines } from './replacement.repository.ts';

type ClaimMail = Extract<OrderMail, { claimId: string }>;

const BUILDERS: Readonly<Record<ClaimMail['kind'], (data: ClaimEmailData) => EmailContent>> = {
  'claim-received': claimReceivedEmail,
  'claim-credited': claimCreditedEmail,
  'claim-replaced': claimReplacedEmail,
  'claim-declined': claimDeclinedEmail,
};

/** Builds an email about a claim. @returns null if the claim or the buyer's data is gone */
export async function readClaimEmail(
  db: Queryable,
  { config, textsOf }: EmailSource,
  { kind, orderId, claimId }: ClaimMail,
): Promise<{ readonly to: string; readonly email: EmailContent } | null> {
  const order = await findOrder(db, orderId);
  if (!order || order.email === '' || order.number === null) return null;
  const claim = (await claimsOf(db, orderId)).find(({ id }) => id === claimId);
  if (!claim) return null;
  const lines = await claimableLines(db, orderId);
  const { locale, currency } = getMarketConfig(order.market);
  const email = BUILDERS[kind]({
    texts: textsOf(order.market),
    firstName: order.details.firstName,
    number: String(order.number),
    amount: claim.amountCents === null ? '' : formatMoney(claim.amountCents, locale, currency),
    lines: claim.lines.map((line) => ({ ...line, name: lines.find(({ position }) => position === line.position)?.name ?? '' })),
    sent: kind === 'claim-replaced' ? await replacedWines(db, claimId) : [],
    answer: claim.answer,
    url: `${marketOrigin(config, order.market)}/order/${order.id}/claim`,
  });
  return { to: order.email, email };
}
