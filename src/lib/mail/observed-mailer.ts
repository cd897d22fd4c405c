/** Observes and traces emails as they are sent, for monitoring. */
import { inSpan } from '../server/telemetry/telemetry.ts';
import type { Mailer } from './mailer.ts';

/** Called after each attempt. */
export type ObserveMail = (outcome: 'sent' | 'suppressed' | 'error', ms: number) => void;

/** Returns a mailer whose attempts are observed. */
export const observedMailer = (mailer: Mailer, observe: ObserveMail): Mailer => ({
  async send(mail) {
    const started = performance.now();
    try {
      const result = await inSpan({ name: 'send email', kind: 'client' }, () => mailer.send(mail));
      observe(result.state, performance.now() - started);
      return result;
    } catch (error) {
      observe('error', performance.now() - started);
      throw error;
    }
  },
});
