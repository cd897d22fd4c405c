/** Parses email content that a job carries. */
import { z } from 'zod';
import type { EmailContent } from '../email-content.ts';

const link = z.object({ label: z.string(), url: z.string() });

export const emailContent: z.ZodType<EmailContent> = z.object({
  shopName: z.exactOptional(z.string()),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  action: link.nullable(),
  also: z.exactOptional(link),
  code: z.string().nullable(),
  closing: z.string(),
  marketing: z.exactOptional(z.object({ reason: z.string(), unsubscribeUrl: z.string(), sender: z.array(z.string()) })),
});
