/**
 * Parses bounces and complaints from the webhooks of mail services: Postmark, SendGrid, Amazon SES, and a plain format for all others.
 */
import { z } from 'zod';
import { emailKey } from '../email.ts';
import { isStorable } from '../is-storable-text.ts';
import type { MailFailure, MailFailureKind } from './suppression.repository.ts';

const address = z.string().trim().min(3).max(254).includes('@').refine(isStorable);
const longText = z.string().max(10_000).default('');

const plain = z.object({
  type: z.enum(['bounce', 'soft_bounce', 'complaint']),
  email: address,
  reason: longText,
  id: z.string().max(200).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  messageId: z.string().max(300).refine(isStorable).optional(),
});
const postmark = z.object({
  RecordType: z.string(),
  Email: address.optional(),
  Type: z.string().default(''),
  Description: longText,
  ID: z.number().optional(),
  BouncedAt: z.iso.datetime({ offset: true }).optional(),
});
const sendgrid = z.object({
  event: z.string(),
  email: address,
  type: z.string().default(''),
  reason: longText,
  sg_event_id: z.string().max(200).optional(),
  timestamp: z.number().int().min(0).max(100_000_000_000).optional(),
  'smtp-id': z.string().max(300).refine(isStorable).optional(),
});
const recipients = z.array(z.object({ emailAddress: address, diagnosticCode: longText }));
const ses = z.object({
  notificationType: z.string(),
  mail: z.object({ messageId: z.string().max(200) }),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients, timestamp: z.iso.datetime({ offset: true }) }).optional(),
  complaint: z.object({ complainedRecipients: recipients, timestamp: z.iso.datetime({ offset: true }) }).optional(),
});
const sns = z.object({ Type: z.literal('Notification'), Message: z.string() });

interface Found {
  readonly service: string;
  readonly address: string;
  /** Null for an event that is not a failure. */
  readonly kind: MailFailureKind | null;
  readonly reason: string;
  readonly id: string | undefined;
  readonly at: Date;
  readonly messageId?: string | undefined;
}

const POSTMARK_KINDS: Readonly<Record<string, MailFailureKind>> = {
  HardBounce: 'bounce',
  BadEmailAddress: 'bounce',
  ManuallyDeactivated: 'bounce',
  SpamComplaint: 'complaint',
  SpamNotification: 'complaint',
  SoftBounce: 'soft_bounce',
  Transient: 'soft_bounce',
  DnsError: 'soft_bounce',
  Blocked: 'soft_bounce',
};

function ofPostmark(event: z.output<typeof postmark>, now: Date): Found[] {
  if (event.Email === undefined) return [];
  const kind =
    event.RecordType === 'SpamComplaint' ? 'complaint' : event.RecordType === 'Bounce' ? (POSTMARK_KINDS[event.Type] ?? null) : null;
  const at = event.BouncedAt ? new Date(event.BouncedAt) : now;
  return [{ service: 'postmark', address: event.Email, kind, reason: event.Description || event.Type, id: event.ID?.toString(), at }];
}

function ofSendgrid(
  { event, email, type, reason, sg_event_id, timestamp, 'smtp-id': messageId }: z.output<typeof sendgrid>,
  now: Date,
): Found[] {
  const kind = event === 'spamreport' ? 'complaint' : event === 'bounce' ? (type === 'blocked' ? 'soft_bounce' : 'bounce') : null;
  const at = timestamp === undefined ? now : new Date(timestamp * 1_000);
  return [{ service: 'sendgrid', address: email, kind, reason: reason || event, id: sg_event_id, at, messageId }];
}

function ofSes({ notificationType, mail, bounce, complaint }: z.output<typeof ses>): Found[] {
  const found = (list: z.output<typeof recipients>, kind: MailFailureKind, at: string): Found[] =>
    list.map(({ emailAddress, diagnosticCode }) => ({
      service: 'ses',
      address: emailAddress,
      kind,
      reason: diagnosticCode || notificationType,
      id: `${mail.messageId} ${kind}`,
      messageId: isStorable(mail.messageId) ? mail.messageId : undefined,
      at: new Date(at),
    }));
  return [
    ...(bounce ? found(bounce.bouncedRecipients, bounce.bounceType === 'Permanent' ? 'bounce' : 'soft_bounce', bounce.timestamp) : []),
    ...(complaint ? found(complaint.complainedRecipients, 'complaint', complaint.timestamp) : []),
  ];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the events of one item, or null for an unknown format. */
function readItem(item: unknown, now: Date): Found[] | null {
  const wrapped = sns.safeParse(item);
  if (wrapped.success) {
    const inner = ses.safeParse(readJson(wrapped.data.Message));
    return inner.success ? ofSes(inner.data) : null;
  }
  const own = plain.safeParse(item);
  if (own.success) {
    const { type, email, reason, id, at, messageId } = own.data;
    return [{ service: 'plain', address: email, kind: type, reason: reason || type, id, at: at ? new Date(at) : now, messageId }];
  }
  const [byPostmark, bySendgrid, bySes] = [postmark.safeParse(item), sendgrid.safeParse(item), ses.safeParse(item)];
  if (byPostmark.success) return ofPostmark(byPostmark.data, now);
  if (bySendgrid.success) return ofSendgrid(bySendgrid.data, now);
  return bySes.success ? ofSes(bySes.data) : null;
}

/** Returns the failures in a webhook's JSON, or null if any part has an unknown format. */
export function readMailEvents(body: unknown, now: Date = new Date()): MailFailure[] | null {
  const items = Array.isArray(body) ? body : [body];
  const failures: MailFailure[] = [];
  for (const item of items) {
    const found = readItem(item, now);
    if (found === null) return null;
    for (const { service, kind, address: to, reason, id, at, messageId } of found) {
      if (kind === null) continue;
      const key = `${service}:${id ?? at.toISOString()}:${emailKey(to)}`;
      failures.push({ address: to, kind, reason: isStorable(reason) ? reason : kind, key, at: at > now ? now : at, messageId });
    }
  }
  return failures;
}
