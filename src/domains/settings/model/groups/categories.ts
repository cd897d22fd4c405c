/** Names and order of the catalogue's categories on a site. */
import { z } from 'zod';
import { field, line, settingGroup } from '../setting-group.ts';

/** The listed categories in the order of the design, with their names in menus. A test compares them with the catalogue's. */
export const CATEGORY_DEFAULTS = [
  { category: 'Red', name: 'Red' },
  { category: 'White', name: 'White' },
  { category: 'Rosé', name: 'Rosé' },
  { category: 'Sparkling', name: 'Sparkling' },
  { category: 'Orange', name: 'Orange' },
  { category: 'Dessert', name: 'Dessert' },
  { category: 'Fortified', name: 'Fortified' },
  { category: 'Mixed', name: 'Mixed cases' },
  { category: 'Whisky', name: 'Whisky' },
  { category: 'Gin', name: 'Gin' },
  { category: 'Vodka', name: 'Vodka' },
  { category: 'Rum', name: 'Rum' },
  { category: 'Brandy', name: 'Brandy' },
  { category: 'Tequila', name: 'Tequila' },
  { category: 'Liqueur', name: 'Liqueur' },
  { category: 'Mixed spirits', name: 'Tasting packs' },
] as const;

/** Returns the positions of values that occurred before. */
const repeated = (values: readonly string[]): number[] => values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

export const CATEGORIES_SHOWN = settingGroup({
  id: 'categories',
  area: 'shop',
  scope: 'site',
  title: 'Categories',
  help: 'Names and order of categories in menus, filters and on the home page. Their addresses, and what imports call them, stay.',
  schema: z.object({
    categories: field(
      z
        .array(
          z.object({
            category: field(z.enum(CATEGORY_DEFAULTS.map(({ category }) => category)), { title: 'Category' }),
            name: field(line(30).min(1), { title: 'Name shoppers see' }),
          }),
        )
        .max(CATEGORY_DEFAULTS.length),
      {
        title: 'Categories',
        description: 'Wine and spirits keep lists of their own. A category that is left out comes last, with its usual name.',
      },
    ),
  }),
  defaults: () => ({ categories: [...CATEGORY_DEFAULTS] }),
  check: ({ categories }) => [
    ...repeated(categories.map(({ category }) => category)).map((index) => ({
      path: ['categories', index, 'category'],
      message: 'is listed twice',
    })),
    ...repeated(categories.map(({ name }) => name.toLowerCase())).map((index) => ({
      path: ['categories', index, 'name'],
      message: 'is the name of another category',
    })),
  ],
});
