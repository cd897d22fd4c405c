/** Parses delivery status notifications (RFC 3464) and complaint feedback reports (RFC 5965). */
import { createHash } from 'node:crypto';
import type { Email } from 'postal-mime';
import type { MailFailure } from './suppression.repository.ts';

type Fields = ReadonlyMap<string, string>;

const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** Parses groups of header fields, which are separated by empty lines. Joins folded lines. */
function fieldGroups(text: string): Fields[] {
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | null = null;
  let last = '';
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    if (line === '') {
      group = null;
      continue;
    }
    if (group === null) {
      group = new Map();
      groups.push(group);
    }
    if (line.startsWith(' ') || line.startsWith('\t')) {
      group.set(last, `${group.get(last) ?? ''} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    last = line.slice(0, colon).toLowerCase();
    if (!group.has(last)) group.set(last, line.slice(colon + 1).trim());
  }
  return groups;
}

/** Parses `rfc822; Grace <g@example.com>` to `g@example.com`; null without an address. */
function addressIn(field: string | undefined): string | null {
  const value = (field ?? '').slice((field ?? '').indexOf(';') + 1).trim();
  const open = value.lastIndexOf('<');
  const address = open < 0 ? value : value.slice(open + 1, value.indexOf('>', open) < 0 ? undefined : value.indexOf('>', open));
  return address.length <= 254 && address.indexOf('@') > 0 && !/\s/.test(address) ? address : null;
}

const partsOf = (mail: Email, type: string): string[] =>
  mail.attachments.filter(({ mimeType }) => mimeType.toLowerCase() === type).map(({ content }) => textOf(content));

/** Returns the Message-ID of the mail that a report returns, or undefined. */
function returnedId(mail: Email): string | undefined {
  const [returned] = [...partsOf(mail, 'message/rfc822'), ...partsOf(mail, 'text/rfc822-headers')].map((text) => fieldGroups(text)[0]);
  const id = returned?.get('message-id')?.trim();
  return id === undefined || id.length > 300 ? undefined : id;
}

const keyOf = (mail: Email, address: string): string =>
  `dsn:${createHash('sha256')
    .update(`${mail.messageId ?? ''} ${mail.date ?? ''} ${mail.subject ?? ''} ${address}`)
    .digest('base64url')}`;

/** Returns the failure of a delivery, or null for a delayed one, which may succeed. 5.x.x is permanent, except a full mailbox (5.2.2). */
function bounceOf(mail: Email, fields: Fields, at: Date): MailFailure | null {
  const address = addressIn(fields.get('final-recipient')) ?? addressIn(fields.get('original-recipient'));
  if (address === null || fields.get('action')?.toLowerCase() !== 'failed') return null;
  const [status = ''] = (fields.get('status') ?? '').split(' ');
  const isForGood = status.startsWith('5.') && status !== '5.2.2';
  const reason = [status, fields.get('diagnostic-code') ?? ''].filter(Boolean).join(' ');
  return {
    address,
    kind: isForGood ? 'bounce' : 'soft_bounce',
    reason: reason || 'delivery failed',
    key: keyOf(mail, address),
    at,
    messageId: returnedId(mail),
  };
}

function complaintOf(mail: Email, fields: Fields, at: Date): MailFailure | null {
  if (fields.get('feedback-type') === undefined) return null;
  // Services that hide the recipient include it in the returned mail only.
  const [returned] = [...partsOf(mail, 'message/rfc822'), ...partsOf(mail, 'text/rfc822-headers')].map((text) => fieldGroups(text)[0]);
  const address = addressIn(fields.get('original-rcpt-to')) ?? addressIn(returned?.get('to'));
  return address === null
    ? null
    : {
        address,
        kind: 'complaint',
        reason: `feedback report: ${fields.get('feedback-type')}`,
        key: keyOf(mail, address),
        at,
        messageId: returnedId(mail),
      };
}

/** Returns the failures that a mail reports, or none if it is not a report. */
export async function readMailReport(raw: string | Uint8Array, now: Date = new Date()): Promise<MailFailure[]> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' });
  const sent = mail.date ? new Date(mail.date) : now;
  const at = Number.isNaN(sent.getTime()) || sent > now ? now : sent;
  const bounces = partsOf(mail, 'message/delivery-status')
    .flatMap(fieldGroups)
    .map((fields) => bounceOf(mail, fields, at));
  const complaints = partsOf(mail, 'message/feedback-report')
    .flatMap((text) => fieldGroups(text).slice(0, 1))
    .map((fields) => complaintOf(mail, fields, at));
  return [...bounces, ...complaints].filter((failure) => failure !== null);
}
