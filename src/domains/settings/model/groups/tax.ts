/** Tax contained in the prices of a market. */
import { z } from 'zod';
import { marketSettings } from '#markets/market.ts';
import { field, marketOfScope, settingGroup } from '../setting-group.ts';

export const TAX = settingGroup({
  id: 'tax',
  area: 'selling',
  scope: 'market',
  title: 'Tax',
  help: 'Prices include this tax. It is shown at checkout and on receipts, and never added. Orders keep the rate of their day.',
  schema: z.object({
    percent: field(z.number().min(0).max(50).multipleOf(0.01), { title: 'Rate', unit: 'percent' }),
  }),
  affectsTotals: true,
  defaults: (scope) => ({ percent: marketSettings(marketOfScope(scope)).taxPercent }),
});
