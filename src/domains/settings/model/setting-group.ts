/**
 * A group of settings: what the retailer edits together, as one Zod schema whose metadata describe a form. Groups are listed in
 * `registry.ts`.
 */
import { z } from 'zod';
import type { GatewayName } from '#lib/gateway-names.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';

/** What a value belongs to: the whole shop, a market, or a site. */
export type ScopeKind = 'shop' | 'market' | 'site';

/** Scope of the settings of the whole shop. The scope of a market is its code, that of a site its id. */
export const SHOP_SCOPE = 'shop';

/** Returns the market of a scope. @throws Error for other scopes */
export function marketOfScope(scope: string): Market {
  const market = MARKETS.find((each) => each === scope);
  if (!market) throw new Error(`${scope} is no market`);
  return market;
}

/** Values of external services and notifications that a process starts with. Null for what is not set. */
export interface IntegrationStart {
  readonly paymentGateway: GatewayName | 'none';
  readonly stripeSecretKey: string | null;
  readonly stripeWebhookSecret: string | null;
  readonly oneSignalAppId: string | null;
  readonly oneSignalApiKey: string | null;
  readonly hostedSearchAppId: string | null;
  readonly hostedSearchKey: string | null;
  readonly hostedSearchAdminKey: string | null;
  readonly segmentWriteKey: string | null;
  readonly segmentMode: 'client' | 'server';
  readonly hubspotPortalId: string | null;
  readonly crmTokens: Readonly<Record<Market, string | null>>;
  readonly errorReportsUrl: string | null;
  readonly errorReportsKey: string | null;
  readonly webhookUrls: readonly string[];
  readonly webhookSecret: string | null;
  readonly abandonedCartMinutes: number;
  readonly hoursBetween: number;
  readonly markets: Readonly<
    Record<Market, { readonly quiet: { readonly from: number; readonly to: number } | null; readonly measuresBeforeChoice: boolean }>
  >;
}

/** Values of the environment that a process starts with. They are defaults: a saved setting replaces them. */
export interface StartValues {
  readonly markets: Readonly<
    Record<
      Market,
      {
        readonly supportPhone: string;
        readonly liquorLicence: string;
        readonly sellerName: string;
        /** `none` if the seller has no tax number. */
        readonly taxId: string;
        readonly postalAddress: string;
      }
    >
  >;
  readonly mailFrom: string;
  readonly contactEmail: string;
  /** Null if mail goes to the development mailbox. */
  readonly smtpUrl: string | null;
  readonly integrations: IntegrationStart;
  readonly sites: readonly Site[];
  /** True if the variable SITES is set. */
  readonly hasFixedSites: boolean;
  /** True if a host of the environment is public. */
  readonly isPublic: boolean;
  /** Null if the shop serves no office. */
  readonly officeHost: string | null;
}

/** How a form shows a field, in addition to its schema. */
export interface FieldMeta {
  readonly title: string;
  readonly description?: string;
  /** `dollars` and `percent` are shown beside the number. */
  readonly unit?: 'dollars' | 'percent' | 'cases' | 'hours' | 'minutes' | 'days' | 'months';
  /** True for text of several lines. */
  readonly isLong?: boolean;
  /** True for a write-only value: it is stored encrypted and never sent back. */
  readonly isSecret?: boolean;
  /** True if the value decides which host the server connects to. Changing it takes what a write-only field takes. */
  readonly isConnection?: boolean;
  /** `picture`: the address of a picture of the library. */
  readonly format?: 'color' | 'picture';
  /** Names of the choices of an enum. */
  readonly labels?: Readonly<Record<string, string>>;
  /** True for rows whose order follows from what they are: a form does not move them. */
  readonly hasOwnOrder?: boolean;
}

/** Why a value cannot be saved: the path of a field and a sentence. */
export interface SettingIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What a form says about a value while it is entered, such as the contrast of a colour. */
export interface SettingRemark {
  readonly text: string;
  readonly isGood: boolean;
}

/** Headings of the list of groups, in their order. */
export const SETTING_AREAS = ['shop', 'selling', 'customers', 'emails', 'sites', 'integrations'] as const;
export type SettingArea = (typeof SETTING_AREAS)[number];

export interface SettingGroup<S extends z.ZodObject = z.ZodObject> {
  readonly id: string;
  readonly area: SettingArea;
  readonly scope: ScopeKind;
  readonly title: string;
  readonly help: string;
  readonly schema: S;
  /** True if totals depend on it. */
  readonly affectsTotals: boolean;
  /** True if every change needs the permission for payments and keys, and a fresh second factor. Write-only fields and `isConnection` always do. */
  readonly isSensitive: boolean;
  /** True if pages show it, so that a preview makes sense. */
  readonly isPublic: boolean;
  /** Path of the page that a preview opens, without a leading slash. */
  readonly previewPath: string;
  /** True if a screen of its own changes it: the list of settings leaves it out. */
  readonly isInner: boolean;
  /** Returns the value of a scope that holds until the retailer saves one. */
  defaults(scope: string, start: StartValues): z.output<S>;
  /** Checks what the schema cannot: fields that depend on each other or on the scope. */
  check(value: z.output<S>, scope: string): readonly SettingIssue[];
  /** Checks what only the process can: whether its environment allows the value. A saved value that it does not allow is not used. */
  checkStart(value: z.output<S>, start: StartValues): readonly SettingIssue[];
  /** Returns why the environment decides and nobody can change the group, null if they can. */
  fixedBy(start: StartValues): string | null;
  /** Returns the fields that a scope has no use for. Forms leave them out. */
  unused(scope: string): readonly string[];
  /** Returns what a form says about values, by field. */
  remarks(value: z.output<S>, scope: string): Readonly<Record<string, SettingRemark>>;
  /** Returns what of a value is stored. Its schema completes the rest. */
  stored(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

type OptionalPart =
  | 'check'
  | 'checkStart'
  | 'fixedBy'
  | 'unused'
  | 'remarks'
  | 'stored'
  | 'affectsTotals'
  | 'isSensitive'
  | 'isPublic'
  | 'isInner'
  | 'previewPath';

/** Creates a group. The schemas of its fields have metadata by `field`. */
export const settingGroup = <S extends z.ZodObject>(
  group: Omit<SettingGroup<S>, OptionalPart> & Partial<Pick<SettingGroup<S>, OptionalPart>>,
): SettingGroup<S> => ({
  affectsTotals: false,
  isSensitive: false,
  isPublic: true,
  previewPath: '',
  isInner: false,
  check: () => [],
  checkStart: () => [],
  fixedBy: () => null,
  unused: () => [],
  remarks: () => ({}),
  stored: (value) => value,
  ...group,
});

/** Adds the metadata of a field to its schema. */
export const field = <T extends z.ZodType>(schema: T, meta: FieldMeta): T => schema.meta({ ...meta });

/** Text of one line. Line breaks and control characters would end up in headers of mail. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => isStorable(text) && !/\p{Cc}/u.test(text), 'must be one line of plain text');

/** Amount in dollars and cents. */
export const dollars = (max: number) => z.number().nonnegative().max(max).multipleOf(0.01);

const isSecret = (schema: z.ZodType): boolean => schema.meta()?.isSecret === true;

/** Returns the names of the write-only fields of a group. */
export const secretFields = ({ schema }: SettingGroup): string[] =>
  Object.entries(schema.shape).flatMap(([name, each]) => (each instanceof z.ZodType && isSecret(each) ? [name] : []));

/** Returns the names of the fields that decide which host the server connects to, without the write-only ones. */
export const connectionFields = ({ schema }: SettingGroup): string[] =>
  Object.entries(schema.shape).flatMap(([name, each]) => (each instanceof z.ZodType && each.meta()?.isConnection === true ? [name] : []));

/** Returns the names of the fields that hold the address of a picture. */
export const pictureFields = ({ schema }: SettingGroup): string[] =>
  Object.entries(schema.shape).flatMap(([name, each]) => (each instanceof z.ZodType && each.meta()?.format === 'picture' ? [name] : []));
