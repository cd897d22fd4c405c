/** What the URL of the list of wines may contain. */
import type { GridLimits } from '#ui/office/grid/grid-state.ts';

/** Keys of the columns in their order. */
export const WINE_COLUMN_KEYS = [
  'name',
  'state',
  'price',
  'stock',
  'starts',
  'ends',
  'tiers',
  'sales',
  'tags',
  'category',
  'producer',
  'vintage',
  'region',
  'pack',
  'rrp',
  'sku',
  'changed',
  'markets',
] as const;

export const WINE_LIMITS: GridLimits = {
  filters: [
    'market',
    'state',
    'stock',
    'category',
    'producer',
    'vintage',
    'country',
    'price',
    'starts',
    'ends',
    'tier',
    'audience',
    'status',
    'tag',
    'picture',
    'source',
  ],
  sorts: ['name', 'producer', 'vintage', 'price', 'starts', 'ends', 'changed', 'sales'],
  defaultSort: { key: 'name', isDescending: false },
  columns: WINE_COLUMN_KEYS,
};
