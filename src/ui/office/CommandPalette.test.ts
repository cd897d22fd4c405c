import { expect, test } from 'vitest';
import { matchCommands, type PaletteCommand } from './CommandPalette.tsx';

const command = (label: string, keywords = ''): PaletteCommand => ({ id: label, label, keywords, icon: 'orders', run: () => undefined });
const found = (query: string) =>
  matchCommands([command('Orders'), command('Gift cards', 'voucher credit'), command('Settings')], query).map(({ label }) => label);

test('finds commands by every word of their label or keywords', () => {
  expect(found('')).toHaveLength(3);
  expect(found('ORD')).toEqual(['Orders']);
  expect(found('credit gift')).toEqual(['Gift cards']);
  expect(found('gift settings')).toEqual([]);
});
