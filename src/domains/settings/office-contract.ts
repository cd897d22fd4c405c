/** Office calls about settings: groups, the value of a scope, changes, previews and tests of connections. */
import { z } from 'zod';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { OFFICE_SETTING_ERRORS } from './messages/office-errors.ts';
import { FIELD_CONTROLS } from './model/describe-group.ts';
import { SETTING_AREAS } from './model/setting-group.ts';

const REFERENCE = 'docs/decisions/0147-settings-in-the-office.md';

const EMAIL_REFERENCE = 'docs/decisions/0167-texts-of-emails-as-settings.md';

const groupName = storableText(40).min(1).describe('Id of a group');
const scopeName = storableText(40).min(1).describe('shop, the code of a market, or the id of a site');
const values = z.record(z.string().max(60), z.json());
const secretValues = z
  .record(z.string().max(60), storableText(2_000).nullable())
  .default({})
  .describe('Write-only fields to change; null clears one');
const revisionNumber = z.number().int().min(0).max(2_147_483_647);
const basedOn = revisionNumber.describe('Last revision that was shown; 0 if there was none');

const simpleField = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  control: z.enum(FIELD_CONTROLS),
  unit: z.string(),
  isNullable: z.boolean(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
const rowField = simpleField.extend({
  columns: z.array(simpleField).describe('Fields of a row, if the field is a table in a row'),
  isSortable: z.boolean(),
});
const describedField = simpleField.extend({
  columns: z.array(rowField).describe('Fields of a row of `rows`'),
  isSortable: z.boolean().describe('True if rows may be moved'),
});

const describedGroup = z.object({
  id: z.string(),
  area: z.enum(SETTING_AREAS),
  title: z.string(),
  help: z.string(),
  scope: z.enum(['shop', 'market', 'site']),
  isSensitive: z.boolean().describe('Changes need permission for payments and keys, and a fresh second factor'),
  isPublic: z.boolean().describe('Pages show it'),
  affectsTotals: z.boolean(),
  hasTest: z.boolean().describe('Its connection can be tested'),
  fields: z.array(describedField),
  scopes: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      timeZone: z.string(),
      isDefault: z.boolean().describe('True while the defaults of the release hold'),
      savedAt: isoTime.nullable(),
      author: z.string(),
      scheduled: z.number().int().describe('Changes that are still to come'),
    }),
  ),
});
export type SettingGroupView = z.output<typeof describedGroup>;
export type SettingField = z.output<typeof describedField>;

const settingVersion = z.object({
  revision: z.number().int(),
  value: values.nullable().describe('Null for the defaults'),
  secrets: z.array(z.string()).describe('Write-only fields that are set'),
  effectiveFrom: isoTime,
  createdAt: isoTime,
  author: z.string(),
  note: z.string(),
  state: z.enum(['scheduled', 'in_force', 'past']),
});
export type SettingVersionView = z.output<typeof settingVersion>;

const setting = z.object({
  group: describedGroup,
  scope: z.string(),
  value: values.describe('In force now, without write-only fields'),
  defaults: values,
  secrets: z.array(z.string()).describe('Write-only fields that are set'),
  revision: z.number().int().describe('Last revision, to base a change on'),
  canChange: z.boolean(),
  fixedBy: z.string().nullable().describe('Why the environment decides, so that nobody can change it here; null if they can'),
  versions: z.array(settingVersion).describe('The last one first'),
});
export type SettingView = z.output<typeof setting>;

const WRITE = { method: 'POST', reference: REFERENCE, mutates: true, permission: 'settings.write' } as const;
const emailValue = { group: groupName.describe('Id of a group with the texts of an email'), scope: scopeName, value: values };
const { SETTING_UNKNOWN, INVALID, PAST, VERSION_UNKNOWN, WHOLE_SHOP, NOT_SENT } = OFFICE_SETTING_ERRORS;

export const settingOfficeContract = officeCalls({
  settingGroups: {
    method: 'GET',
    reference: REFERENCE,
    mutates: false,
    permission: 'settings.read',
    path: '/office/v1/settings',
    summary: 'Describes all groups of settings and says which were changed',
    input: z.object({}),
    output: z.object({ groups: z.array(describedGroup) }),
    errors: {},
  },
  setting: {
    method: 'GET',
    reference: REFERENCE,
    mutates: false,
    permission: 'settings.read',
    path: '/office/v1/settings/group',
    summary: 'Returns the settings of a group in a scope with all versions. Write-only fields are never returned',
    input: z.object({ group: groupName, scope: scopeName }),
    output: setting,
    errors: SETTING_UNKNOWN,
  },
  saveSetting: {
    ...WRITE,
    path: '/office/v1/settings/save',
    summary: 'Saves settings, effective now or from a local time of the market on',
    input: z.object({
      group: groupName,
      scope: scopeName,
      value: values.nullable().describe('All fields without the write-only ones; null for the defaults'),
      secrets: secretValues,
      basedOn,
      from: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be a local time like 2026-12-01T00:00')
        .nullable()
        .default(null)
        .describe('Local time in the market; null for now'),
      note: storableText(200).default(''),
    }),
    output: setting,
    errors: { ...SETTING_UNKNOWN, ...INVALID, ...PAST, ...CHANGED_MEANWHILE, ...WHOLE_SHOP },
  },
  revertSetting: {
    ...WRITE,
    path: '/office/v1/settings/revert',
    summary: 'Returns to an earlier version, or takes a scheduled one back',
    input: z.object({
      group: groupName,
      scope: scopeName,
      revision: revisionNumber.describe('Version to return to; 0 for the defaults'),
      replaces: revisionNumber
        .min(1)
        .nullable()
        .default(null)
        .describe('Scheduled version whose moment the change takes over; null for now'),
      basedOn,
    }),
    output: setting,
    errors: { ...SETTING_UNKNOWN, ...INVALID, ...PAST, ...CHANGED_MEANWHILE, ...VERSION_UNKNOWN, ...WHOLE_SHOP },
  },
  previewSetting: {
    ...WRITE,
    // Changes nothing. The guards of changes apply, because values do not fit into a query.
    handlesRepeats: true,
    path: '/office/v1/settings/preview',
    summary: 'Creates links to the sites that show pages with a change that is not saved. They expire in an hour',
    input: z.object({ group: groupName, scope: scopeName, value: values }),
    output: z.object({ links: z.array(z.object({ site: z.string(), url: z.string() })) }),
    errors: { ...SETTING_UNKNOWN, ...INVALID },
  },
  previewEmail: {
    ...WRITE,
    // Changes nothing. The guards of changes apply, because values do not fit into a query.
    handlesRepeats: true,
    reference: EMAIL_REFERENCE,
    path: '/office/v1/settings/emails/preview',
    summary: 'Renders an email with texts that are not saved and with data that no shopper has',
    input: z.object(emailValue),
    output: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    errors: { ...SETTING_UNKNOWN, ...INVALID },
  },
  sendTestEmail: {
    ...WRITE,
    reference: EMAIL_REFERENCE,
    path: '/office/v1/settings/emails/test',
    summary: 'Sends an email with texts that need not be saved to the person who asks',
    input: z.object(emailValue),
    output: z.object({ to: z.string() }),
    errors: { ...SETTING_UNKNOWN, ...INVALID, ...NOT_SENT },
  },
  testSetting: {
    ...WRITE,
    handlesRepeats: true,
    path: '/office/v1/settings/test',
    summary: 'Tests the connection of a service with values that need not be saved',
    input: z.object({ group: groupName, scope: scopeName, value: values, secrets: secretValues }),
    output: z.object({ isConnected: z.boolean(), message: z.string() }),
    errors: { ...SETTING_UNKNOWN, ...INVALID, ...WHOLE_SHOP },
  },
});
