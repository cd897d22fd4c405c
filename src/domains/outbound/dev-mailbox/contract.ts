/** Endpoint of the development mailbox: emails that the shop sent without a configured SMTP server. */
import { z } from 'zod';
import { calls } from '#lib/define-contract.ts';

const mail = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()).describe('Additional headers'),
  sentAt: z.string().describe('ISO time'),
});

export const mailboxContract = calls({
  read: {
    method: 'GET',
    path: '/api/mailbox',
    summary: 'Returns the newest emails; only in development without SMTP',
    reference: '[API-75]',
    input: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    output: z.object({ data: z.array(mail) }),
    mutates: false,
    errors: { no_mailbox: { status: 404, title: 'Page not found.' } },
  },
});
