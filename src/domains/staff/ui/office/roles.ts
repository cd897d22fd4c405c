/** Roles as the office shows them. */
import type { z } from 'zod';
import { roleMessages as text } from '#domains/staff/messages/people.ts';
import { PERMISSION_NAMES } from '#domains/staff/model/permissions.ts';
import type { role } from '#domains/staff/model/records.ts';
import { formatMoney } from '#lib/money.ts';
import { DEFAULT_MARKET, getMarketConfig } from '#markets/market.ts';

export type Role = z.output<typeof role> & { readonly canGrant: boolean };

/** What a role allows, in words: `5 of 30 permissions`. */
export const describePermissions = ({ isOwner, permissions }: Role): string =>
  isOwner || permissions.length === PERMISSION_NAMES.length
    ? text.everything
    : text.permissions(permissions.length, PERMISSION_NAMES.length);

export const describeMarkets = ({ markets }: Role): string => markets?.join(', ') ?? text.allMarkets;

/** The highest refund of a role, in the currency of the order. */
export function describeLimit({ isOwner, permissions, refundLimitCents }: Role): string {
  if (!isOwner && !permissions.includes('orders.refund') && !permissions.includes('credit.write')) return text.noRefunds;
  if (refundLimitCents === null) return text.noLimit;
  const { locale, currency } = getMarketConfig(DEFAULT_MARKET);
  return text.upTo(formatMoney(refundLimitCents, locale, currency));
}
