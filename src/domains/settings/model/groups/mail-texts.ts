/** Texts of emails to shoppers: a group for each, which a screen of its own lists. */
import { z } from 'zod';
import { MAIL_PLACEHOLDERS, type MailDefinition, type MailText } from '#domains/settings/messages/mail-parts.ts';
import { MAILS } from '#domains/settings/messages/mails.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import { formatPlaceholders, type MailId, placeholderProblem } from '../mail-texts.ts';
import { field, line, type SettingGroup, settingGroup } from '../setting-group.ts';

const MAX_LINE = 150;
const MAX_TEXT = 2_000;

/** Text of several lines without other control characters. */
const paragraphs = () =>
  z
    .string()
    .trim()
    .max(MAX_TEXT)
    .refine((text) => isStorable(text) && !/[^\P{Cc}\r\n]/u.test(text), 'must be plain text');

const describePlaceholders = (text: MailText): string => {
  const listed = (text.uses ?? []).map((name) => `{${name}}: ${MAIL_PLACEHOLDERS[name]}`);
  const needs = text.needs ?? [];
  const must = needs.length === 0 ? '' : ` ${formatPlaceholders(needs)} must stay.`;
  return `${[...listed, `{shop}: ${MAIL_PLACEHOLDERS.shop}`].join(', ')}.${must}`;
};

const fieldOf = (text: MailText) =>
  field((text.isLong ? paragraphs() : line(MAX_LINE)).default(text.text), {
    title: text.title,
    description: describePlaceholders(text),
    ...(text.isLong ? { isLong: true } : {}),
  });

/** Returns the id of the group with the texts of an email. */
export const mailTextGroupId = (mail: MailId): string => `email-${mail}`;

/** Returns the email whose texts a group has. @returns null for other groups */
export const mailOfGroup = (groupId: string): MailId | null => mailIds.find((mail) => mailTextGroupId(mail) === groupId) ?? null;

const mailIds = Object.keys(MAILS) as MailId[];

const createGroup = (mail: MailId): SettingGroup => {
  const { name, when, texts }: MailDefinition = MAILS[mail];
  const entries = Object.entries(texts);
  return settingGroup({
    id: mailTextGroupId(mail),
    area: 'emails',
    scope: 'market',
    isPublic: false,
    title: `Email: ${name}`,
    help: when,
    schema: z.object(Object.fromEntries(entries.map(([each, text]) => [each, fieldOf(text)]))),
    defaults: () => Object.fromEntries(entries.map(([each, { text }]) => [each, text])),
    check: (value) =>
      entries.flatMap(([each, text]) => {
        const problem = placeholderProblem(String(value[each] ?? ''), text);
        return problem === null ? [] : [{ path: [each], message: problem }];
      }),
    stored: (value) =>
      Object.fromEntries(
        entries.flatMap(([each, { text }]) => (['', text].includes(String(value[each] ?? '')) ? [] : [[each, value[each]]])),
      ),
  });
};

const groups = new Map<MailId, SettingGroup>(mailIds.map((mail) => [mail, createGroup(mail)]));

export const MAIL_TEXT_GROUPS: readonly SettingGroup[] = [...groups.values()];

/** Returns the group with the texts of an email. */
export function mailTextGroup(mail: MailId): SettingGroup {
  const group = groups.get(mail);
  if (!group) throw new Error(`there is no email ${mail}`);
  return group;
}
