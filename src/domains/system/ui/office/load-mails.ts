/** The loader of the log of emails. */
import { mailCalls } from '#domains/outbound/mail/ui/office/mail-calls.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { MAIL_LIMITS } from './mail-list-spec.tsx';

export const { loader: loadMails, shouldRevalidate: revalidateMails } = listLoader(MAIL_LIMITS, (input, limit) =>
  mailCalls.mails({ ...input, limit }),
);
