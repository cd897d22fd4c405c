/** What the shop does without being asked: mail, unfinished orders, reconciliation, and forgetting what is old. */

import { compactRecordChanges } from '#domains/catalogue/server/import/import-log.repository.ts';
import { FORM_MAIL, formEmail } from '#domains/content/server/form-entries.ts';
import { deleteOldFormEntries } from '#domains/content/server/form-entry.repository.ts';
import { completePendingCardSetups } from '#domains/customers/account/server/card-setups.ts';
import { IDENTITY_MAIL, type IdentityMail, identityLetter } from '#domains/customers/identity/server/identity-mail.ts';
import { purgeExpired } from '#domains/customers/identity/server/session.repository.ts';
import { purgeGuestFavourites } from '#domains/discovery/favourites/server/favourites-repository.ts';
import { forwardsTo } from '#domains/outbound/analytics/server/analytics-service.ts';
import { purgeEvents } from '#domains/outbound/analytics/server/event-store.ts';
import { forwardEvents } from '#domains/outbound/analytics/server/forward-events.ts';
import { sendContacts } from '#domains/outbound/crm/server/send-contacts.ts';
import type { Notice } from '#domains/outbound/error-reports/model/notice.ts';
import { purgeErrorGroups } from '#domains/outbound/error-reports/server/error-groups.ts';
import { ERROR_FORWARD, forwardNotice } from '#domains/outbound/error-reports/server/error-report-service.ts';
import { purgeRemovedGifts } from '#domains/selling/cart/server/cart.repository.ts';
import { reconcilePayments, resumeOrders } from '#domains/selling/checkout/server/resume-orders.ts';
import { renewDueMemberships } from '#domains/selling/clubs/server/renew.ts';
import { giftCardLetter } from '#domains/selling/gift-cards/model/email.ts';
import {
  cardToSend,
  expireGiftCards,
  GIFT_CARD_MAIL,
  markSent,
  queueDueCards,
} from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { anonymiseBuyers } from '#domains/selling/orders/server/customer-order.repository.ts';
import { ORDER_MAIL, type OrderMail } from '#domains/selling/orders/server/order-deps.ts';
import { retryPendingRefunds } from '#domains/selling/orders/server/refund-order.ts';
import { purgeDeliveredWebhooks } from '#domains/selling/orders/server/webhook.repository.ts';
import { sendWebhooks } from '#domains/selling/orders/server/webhooks.ts';
import type { EmailContent } from '#lib/email-content.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { missingSettings } from '#lib/server/public-shop.ts';
import type { RenderEmail } from '#routes/email-templates.ts';
import { CLUB_MAIL } from './club-emails.ts';
import type { AppServices } from './create-services.ts';

import { watchInOwnProcess } from './import-watcher-process.ts';
import { LOYALTY_MAIL, recalculateRecentMembers, runLoyaltyMaintenance } from './loyalty-jobs.ts';
import { MARKETING_MAIL, type MarketingMail, marketingMail } from './marketing-mail.ts';
import { orderLetter, originOf } from './order-emails.ts';
import { updatePopularity } from './popularity.ts';
import { PUSH_JOBS } from './push-jobs.ts';

/** The jobs there are. */
export const JOB_NAMES = [
  ORDER_MAIL,
  GIFT_CARD_MAIL,
  IDENTITY_MAIL,
  FORM_MAIL,
  LOYALTY_MAIL,
  MARKETING_MAIL,
  CLUB_MAIL,
  ERROR_FORWARD,
] as const;

export interface ScheduledJob {
  readonly name: string;
  /** What it cannot do without: a payment gateway, or a shop that is open. */
  readonly needs?: 'gateway' | 'open shop';
  readonly everySeconds: number;
  readonly run: (shop: AppServices, jobs: Jobs) => Promise<unknown>;
}

const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  { name: 'resume unfinished orders', needs: 'gateway', everySeconds: 5, run: (shop) => resumeOrders(shop.checkoutDeps) },
  { name: 'resume refunds', needs: 'gateway', everySeconds: 5, run: (shop) => retryPendingRefunds(shop.orderDeps) },
  {
    name: 'send order webhooks',
    everySeconds: 2,
    run: ({ database, config }) => sendWebhooks(database, { urls: config.ORDER_WEBHOOK_URL, secret: config.ORDER_WEBHOOK_SECRET ?? '' }),
  },
  { name: 'forget delivered webhooks', everySeconds: 3_600, run: ({ database }) => purgeDeliveredWebhooks(database) },
  { name: 'reconcile payments', needs: 'gateway', everySeconds: 60, run: (shop) => reconcilePayments(shop.checkoutDeps) },
  {
    name: 'send gift cards that are due',
    everySeconds: 5,
    run: ({ database }, jobs) => queueDueCards(database, (transaction, id) => jobs.queue(transaction, GIFT_CARD_MAIL, { id })),
  },
  { name: 'write off gift cards whose time is over', everySeconds: 3_600, run: ({ database }) => expireGiftCards(database) },
  { name: 'forget ended sign-ins and links', everySeconds: 3_600, run: ({ database }) => purgeExpired(database) },
  { name: 'forget buyers who left', everySeconds: 3_600, run: ({ database }) => anonymiseBuyers(database) },
  { name: 'forget favourites of guests', everySeconds: 3_600, run: ({ database }) => purgeGuestFavourites(database) },
  { name: 'forward events', everySeconds: 2, run: ({ database, config }) => forwardEvents(database, forwardsTo(config)) },
  { name: 'bring the CRM up to date', everySeconds: 10, run: ({ database, config }) => sendContacts(database, config) },
  { name: 'forget old events', everySeconds: 3_600, run: ({ database, config }) => purgeEvents(database, config.ANALYTICS_RETENTION_DAYS) },
  { name: 'forget old forms', everySeconds: 3_600, run: ({ database }) => deleteOldFormEntries(database) },
  ...PUSH_JOBS,
  { name: 'forget old errors', everySeconds: 3_600, run: ({ database }) => purgeErrorGroups(database) },
  { name: 'set tiers by what was spent', everySeconds: 5, run: (shop, jobs) => recalculateRecentMembers(shop, jobs) },
  { name: 'tiers that end, coupons of the day', everySeconds: 3_600, run: (shop, jobs) => runLoyaltyMaintenance(shop, jobs) },
  { name: 'renew wine clubs', needs: 'open shop', everySeconds: 60, run: (shop) => renewDueMemberships(shop.clubDeps) },
  { name: 'keep cards that were added', needs: 'gateway', everySeconds: 60, run: (shop) => completePendingCardSetups(shop.clubDeps) },
  { name: 'import files of the watched folder', everySeconds: 10, run: ({ config }) => watchInOwnProcess(config.IMPORT_WATCH_DIR) },
  { name: 'forget changes that came before others', everySeconds: 3_600, run: ({ database }) => compactRecordChanges(database) },
  { name: 'count what sells', everySeconds: 3_600, run: ({ database }) => updatePopularity(database) },
  {
    name: 'forget old carts, keys and checkouts',
    everySeconds: 3_600,
    run: async ({ database }) => {
      await database.execute({ text: "delete from carts where customer_id = 0 and updated_at < now() - interval '30 days'" });
      await purgeRemovedGifts(database);
      await database.execute({ text: "delete from idempotency_keys where created_at < now() - interval '1 day'" });
      await database.execute({
        text: "delete from checkouts c where expires_at < now() - interval '1 day' and not exists (select 1 from orders o where o.checkout_id = c.id)",
      });
    },
  },
];

/** Begin the rounds and the job workers. @returns a function that ends them and waits for the running ones. */
export async function startBackground(
  shop: AppServices,
  jobs: Jobs,
  renderMail: RenderEmail,
  onError: (what: string, error: unknown) => void,
): Promise<() => Promise<void>> {
  /** A job that fails is reported, and tried again. */
  const work: Jobs['work'] = (name, handle) =>
    jobs.work(name, async (data) => {
      try {
        await handle(data);
      } catch (error) {
        onError(`job ${name}`, error);
        throw error;
      }
    });

  // One that fails to report is not reported.
  const { ERROR_REPORTS_URL: url, ERROR_REPORTS_KEY: key } = shop.config;
  await jobs.work(ERROR_FORWARD, async ({ notice }) => {
    if (url && key) await forwardNotice({ url, key }, notice as Notice);
  });

  await work(ORDER_MAIL, async (data) => {
    const addressed = await orderLetter(shop.database, shop.config, data as unknown as OrderMail);
    if (addressed) await shop.mailer.send({ kind: 'transactional', to: addressed.to, ...renderMail('order', addressed.letter) });
  });

  await work(GIFT_CARD_MAIL, async ({ id }) => {
    const card = await cardToSend(shop.database, String(id));
    if (!card) return;
    await shop.mailer.send({
      kind: 'transactional',
      to: card.recipientEmail,
      ...renderMail('letter', giftCardLetter(card, originOf(shop.config, card.market))),
    });
    await markSent(shop.database, card.id);
  });

  await work(IDENTITY_MAIL, async (data) => {
    const addressed = await identityLetter(shop.database, data as unknown as IdentityMail);
    if (addressed) await shop.mailer.send({ kind: 'security', to: addressed.to, ...renderMail('letter', addressed.letter) });
  });

  for (const [name, kind] of [
    [LOYALTY_MAIL, 'relationship'],
    // A club tells of deliveries that are paid for.
    [CLUB_MAIL, 'transactional'],
  ] as const)
    await work(name, async ({ to, letter }) => {
      await shop.mailer.send({ kind, to: String(to), ...renderMail('letter', letter as EmailContent) });
    });

  await work(MARKETING_MAIL, async (data) => {
    const mail = await marketingMail(shop.database, shop.config, renderMail, data as unknown as MarketingMail);
    if (mail) await shop.mailer.send(mail);
  });

  await work(FORM_MAIL, async ({ entryId }) => {
    const found = await formEmail(shop.database, String(entryId));
    if (!found) return;
    const { email, replyTo } = found;
    await shop.mailer.send({
      kind: 'transactional',
      to: shop.config.CONTACT_EMAIL,
      ...(replyTo ? { replyTo } : {}),
      ...renderMail('letter', email),
    });
  });

  let ending = false;
  const running = new Set<Promise<void>>();
  const lacks = {
    gateway: shop.config.PAYMENT_GATEWAY === undefined,
    'open shop': missingSettings(shop.config).length > 0,
  };
  const timers = SCHEDULED_JOBS.filter(({ needs }) => needs === undefined || !lacks[needs]).map((iteration) => {
    let busy = false;
    return setInterval(() => {
      if (busy || ending) return;
      busy = true;
      const done = iteration
        .run(shop, jobs)
        .then(
          () => {},
          (error: unknown) => onError(iteration.name, error),
        )
        .finally(() => {
          busy = false;
          running.delete(done);
        });
      running.add(done);
    }, iteration.everySeconds * 1_000).unref();
  });
  return async () => {
    ending = true;
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
    await jobs.stop();
  };
}
