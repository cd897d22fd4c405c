/** Fields of a club as a conflict shows them. */

import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { CLUB_STATE_BADGES } from '#domains/selling/clubs/messages/club-records.ts';
import type { ClubRecord } from '#domains/selling/clubs/model/record.ts';

const MAX_CHARS = 200;

export function formatClubField(record: ClubRecord, name: keyof ClubRecord): string {
  switch (name) {
    case 'state':
      return CLUB_STATE_BADGES[record.state];
    case 'variants':
      return record.variants.map(({ label, price }) => `${label}, ${formatMoneyIn(record.market, price)}`).join('; ');
    case 'frequencies':
      return record.frequencies.map(({ label }) => label).join('; ');
    case 'shops':
      return record.shops.join(', ');
    case 'picture':
      return record.picture?.alt ?? '–';
    case 'blocks':
      return String(record.blocks.length);
    default:
      return String(record[name]).slice(0, MAX_CHARS) || '–';
  }
}
