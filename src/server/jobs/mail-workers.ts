/** Writes and sends the emails of queued jobs, and logs what became of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { FORM_MAIL, formEmail } from '#domains/content/server/form-entries.ts';
import { MARKETING_MAIL, marketingEmail } from '#domains/customers/consent/server/marketing-mail.ts';
import { IDENTITY_MAIL, identityEmail, identityMail } from '#domains/customers/identity/server/hosted/identity-mail.ts';
import { LOYALTY_MAIL } from '#domains/customers/loyalty/server/loyalty-jobs.ts';
import { hideHeaderSecrets, hideSecrets } from '#domains/outbound/mail/server/hide-secrets.ts';
import { type MailAttempt, recordAttempt } from '#domains/outbound/mail/server/mail-log.repository.ts';
import { readClaimEmail } from '#domains/selling/claims/server/claim-emails.ts';
import { SUPPLIER_MAIL, supplierEmail, supplierMail } from '#domains/selling/claims/server/supplier-mail.ts';
import { CLUB_MAIL } from '#domains/selling/clubs/server/club-emails.ts';
import { DRAFT_LINK_MAIL, DRAFT_SECRET, draftLinkEmail, draftLinkMail } from '#domains/selling/draft-orders/server/draft-mail.ts';
import { giftCardEmail } from '#domains/selling/gift-cards/model/gift-card-email.ts';
import { cardToSend, GIFT_CARD_MAIL, markSent } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { ORDER_MAIL, orderMail } from '#domains/selling/orders/server/order-deps.ts';
import { readOrderEmail, readOrderLinkEmail } from '#domains/selling/orders/server/order-emails.ts';
import { mailTextReader, marketShopName, officeShopName } from '#domains/settings/server/mail-texts.ts';
import { STAFF_MAIL, staffEmail, staffMail } from '#domains/staff/server/staff-mail.ts';
import { isDatabaseUnavailable } from '#lib/db/pool.ts';
import { type Mail, refusalOf } from '#lib/mail/mailer.ts';
import { recordMailFailure } from '#lib/mail/suppression.repository.ts';
import { retry } from '#lib/retry.ts';
import { emailContent } from '#lib/server/email-payload.ts';
import type { Jobs, RunningJob } from '#lib/server/jobs.ts';
import { marketOfOrigin, marketOrigin } from '#lib/server/market-settings.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { MARKETS } from '#markets/market.ts';
import type { MailData, RenderEmail } from '#routes/email-templates.ts';
import type { AppServices } from '#server/create-services.ts';

type Template = { readonly [N in keyof MailData]: { readonly template: N; readonly data: MailData[N] } }[keyof MailData];

/** An email that is written and not rendered yet. */
type WrittenMail = Omit<Mail, 'subject' | 'html' | 'text' | 'id'> & {
  readonly content: Template;
  /** Runs once the email is sent, or left out because its address is suppressed. */
  readonly onSent?: () => Promise<unknown>;
};

/** Time in ms for which an attempt is logged again while the database is unavailable. */
const RECORD_LIMIT_MS = 600_000;
const RECORD_PAUSE_MS = 500;

export type ReportError = (what: string, error: unknown) => void;

const content = (data: MailData['content']): Template => ({ template: 'content', data });
const render = (renderMail: RenderEmail, { template, data }: Template) =>
  template === 'order' ? renderMail(template, data) : renderMail(template, data);
const withoutSecrets = (email: Template): Template => (email.template === 'order' ? email : content(hideSecrets(email.data)));

/** Mail servers explain a refusal in the answer, not in the message. */
const responseOf = (error: unknown): string => {
  const answer = z.object({ response: z.string() }).safeParse(error);
  if (answer.success) return answer.data.response;
  return error instanceof Error ? error.message : String(error);
};

/**
 * Starts the workers of the queues of emails.
 * @param work handles a queue and reports failures
 * @param onError receives failures of the log itself, which must not make an email go out twice
 */
export async function startMailWorkers(
  services: AppServices,
  work: Jobs['work'],
  renderMail: RenderEmail,
  onError: ReportError,
): Promise<void> {
  const { database, settings } = services;
  const textsOf = mailTextReader(settings, services.config);
  /**
   * Logs an attempt. While the database is unavailable it goes on in the background: nothing else would log that the email was sent, and a
   * job that waits for it would expire and send the email again.
   */
  async function record(attempt: MailAttempt): Promise<void> {
    const started = performance.now();
    const elapsed = (): number => performance.now() - started;
    try {
      await recordAttempt(database, attempt);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) return onError('log of emails', error);
      void retry(() => recordAttempt(database, attempt, elapsed() / 1_000), {
        shouldRetry: (again) => isDatabaseUnavailable(again) && elapsed() < RECORD_LIMIT_MS,
        pause: () => sleep(RECORD_PAUSE_MS),
      }).catch((last: unknown) => onError('log of emails', last));
    }
  }

  /** Sends an email and logs the attempt. @param mail null if there is nothing to send any more */
  async function deliver({ id, isLastAttempt }: RunningJob, mail: WrittenMail | null): Promise<void> {
    if (mail === null) {
      await record({ id, state: 'skipped', outcome: 'skipped', response: '', written: null, messageId: '' });
      return;
    }
    const { content: email, onSent, ...envelope } = mail;
    const rendered = render(renderMail, email);
    const stored = render(renderMail, withoutSecrets(email));
    const headers = { ...(mail.replyTo ? { 'Reply-To': mail.replyTo } : {}), ...hideHeaderSecrets(mail.headers ?? {}) };
    const written = { to: mail.to, subject: rendered.subject, html: stored.html, text: stored.text, headers };
    try {
      const { state, response, messageId } = await services.mailer.send({ ...envelope, ...rendered, id });
      await record({ id, state, outcome: state, response, written, messageId });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) {
        const at = new Date();
        await recordMailFailure(database, { address: mail.to, kind: refusal.kind, reason: refusal.response, key: `smtp:${id}`, at });
        await record({ id, state: 'bounced', outcome: refusal.kind, response: refusal.response, written, messageId: '' });
        return;
      }
      const state = isLastAttempt ? 'failed' : 'queued';
      await record({ id, state, outcome: 'failed', response: responseOf(error), written, messageId: '' });
      throw error;
    }
    await onSent?.();
  }

  const send = <T>(name: string, payload: z.ZodType<T>, write: (data: T) => Promise<WrittenMail | null>): Promise<void> =>
    work(name, payload, async (data, job) => deliver(job, await write(data)));

  await send(ORDER_MAIL, orderMail, async (data) => {
    const source = { config: services.configNow(), terms: settings.current().terms, textsOf };
    if (data.kind === 'link') {
      const linked = await readOrderLinkEmail(database, source, data.orderId);
      return linked && { kind: 'transactional', to: linked.to, content: content(linked.email) };
    }
    if ('claimId' in data) {
      const claim = await readClaimEmail(database, source, data);
      return claim && { kind: 'transactional', to: claim.to, content: content(claim.email) };
    }
    const addressed = await readOrderEmail(database, source, data);
    return addressed && { kind: 'transactional', to: addressed.to, content: { template: 'order', data: addressed.email } };
  });

  await send(GIFT_CARD_MAIL, z.object({ id: z.string() }), async ({ id }) => {
    const card = await cardToSend(database, id);
    if (!card) return null;
    const email = giftCardEmail(card, marketOrigin(services.config, card.market), textsOf(card.market));
    return { kind: 'transactional', to: card.recipientEmail, content: content(email), onSent: () => markSent(database, card) };
  });

  await send(DRAFT_LINK_MAIL, draftLinkMail, async (data) => {
    const secret = await sharedSecret(database, DRAFT_SECRET);
    const addressed = await draftLinkEmail(
      { database, secret, originOf: (market) => marketOrigin(services.config, market), textsOf },
      data,
    );
    return addressed && { kind: 'transactional', to: addressed.to, content: content(addressed.email) };
  });

  await send(SUPPLIER_MAIL, supplierMail, async ({ id }) => {
    const mail = await supplierEmail(database, (market) => marketShopName(settings.current(), services.config.sites, market), id);
    return mail && { kind: 'transactional', to: mail.to, attachments: mail.attachments, content: content(mail.email) };
  });

  await send(IDENTITY_MAIL, identityMail, async (data) => {
    const addressed = await identityEmail(database, data, {
      textsOf,
      marketOf: (origin) => marketOfOrigin(services.config, origin),
      supportPhone: (market) => services.configNow()[`SUPPORT_PHONE_${market}`],
    });
    return addressed && { kind: 'security', to: addressed.to, content: content(addressed.email) };
  });

  await send(STAFF_MAIL, staffMail, async (data) => {
    const shopName = officeShopName(settings.current(), services.config.sites);
    const addressed = await staffEmail(database, data, shopName);
    return addressed && { kind: 'security', to: addressed.to, content: content({ ...addressed.email, shopName }) };
  });

  for (const [name, kind] of [
    [LOYALTY_MAIL, 'relationship'],
    // E-mails of clubs are about paid deliveries.
    [CLUB_MAIL, 'transactional'],
  ] as const)
    await send(name, z.object({ to: z.string(), letter: emailContent }), async ({ to, letter }) => ({
      kind,
      to,
      content: content(letter),
    }));

  await send(MARKETING_MAIL, z.object({ customerId: z.int(), market: z.enum(MARKETS), letter: emailContent }), async (data) => {
    const addressed = await marketingEmail(database, services.configNow(), data);
    if (!addressed) return null;
    const { email, ...envelope } = addressed;
    return { kind: 'marketing', ...envelope, content: content(email) };
  });

  await send(FORM_MAIL, z.object({ entryId: z.string() }), async ({ entryId }) => {
    const found = await formEmail(database, entryId);
    if (!found) return null;
    const { email, replyTo } = found;
    const shopName = officeShopName(settings.current(), services.config.sites);
    return {
      kind: 'transactional',
      to: services.configNow().CONTACT_EMAIL,
      ...(replyTo ? { replyTo } : {}),
      content: content({ ...email, shopName }),
    };
  });
}
