/** Jobs that carry a payload, such as an email: the names of their queues, and the workers that do them. */
import { z } from 'zod';
import { FORM_MAIL } from '#domains/content/server/form-entries.ts';
import { MARKETING_MAIL } from '#domains/customers/consent/server/marketing-mail.ts';
import { IDENTITY_MAIL } from '#domains/customers/identity/server/hosted/identity-mail.ts';
import { LOYALTY_MAIL } from '#domains/customers/loyalty/server/loyalty-jobs.ts';
import { noticeSchema } from '#domains/outbound/error-reports/model/notice-schema.ts';
import { ERROR_FORWARD, forwardNotice } from '#domains/outbound/error-reports/server/error-report-service.ts';
import { SUPPLIER_MAIL } from '#domains/selling/claims/server/supplier-mail.ts';
import { CLUB_MAIL } from '#domains/selling/clubs/server/club-emails.ts';
import { DRAFT_LINK_MAIL } from '#domains/selling/draft-orders/server/draft-mail.ts';
import { GIFT_CARD_MAIL } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { ORDER_MAIL } from '#domains/selling/orders/server/order-deps.ts';
import { STAFF_MAIL } from '#domains/staff/server/staff-mail.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import type { RenderEmail } from '#routes/email-templates.ts';
import type { AppServices } from '#server/create-services.ts';
import { observeJob } from '#server/metrics/process-metrics.ts';
import { type ReportError, startMailWorkers } from './mail-workers.ts';

/** Queues of jobs that carry a payload. */
export const QUEUE_NAMES = [
  ORDER_MAIL,
  GIFT_CARD_MAIL,
  DRAFT_LINK_MAIL,
  SUPPLIER_MAIL,
  IDENTITY_MAIL,
  STAFF_MAIL,
  FORM_MAIL,
  LOYALTY_MAIL,
  MARKETING_MAIL,
  CLUB_MAIL,
  ERROR_FORWARD,
] as const;

/** Starts the workers of the queues that carry a payload: emails and error reports. */
export async function startQueueWorkers(services: AppServices, jobs: Jobs, renderMail: RenderEmail, onError: ReportError): Promise<void> {
  /** Reports a failing job. The queue retries it. */
  const work: Jobs['work'] = (name, payload, handle) =>
    jobs.work(name, payload, async (data, job) => {
      const started = performance.now();
      try {
        await handle(data, job);
        observeJob(name, false, performance.now() - started);
      } catch (error) {
        observeJob(name, true, performance.now() - started);
        onError(`job ${name}`, error);
        throw error;
      }
    });

  // Failures are not reported, because it is the reporting that failed.
  await jobs.work(ERROR_FORWARD, z.object({ notice: noticeSchema }), async (data) => {
    const { ERROR_REPORTS_URL: url, ERROR_REPORTS_KEY: key } = services.config;
    if (url && key) await forwardNotice({ url, key }, data.notice);
  });

  await startMailWorkers(services, work, renderMail, onError);
}
