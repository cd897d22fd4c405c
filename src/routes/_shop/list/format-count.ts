import { listMessages } from './messages.ts';

interface Nouns {
  readonly one: string;
  readonly many: string;
}

/** Returns `118 wines`, `1 mixed case` or `No wines`. */
export function formatCount(total: number, of: keyof typeof listMessages.nouns | Nouns, locale: string): string {
  const { one, many } = typeof of === 'string' ? listMessages.nouns[of] : of;
  return total === 0 ? listMessages.none(many) : listMessages.count(total.toLocaleString(locale), total === 1 ? one : many);
}
