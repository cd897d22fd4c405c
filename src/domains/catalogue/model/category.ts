/**
 * Categories: label, spirit or not, and how the bottle is drawn and tinted. `kind` names the drawing in packages/bottle-art and
 * the colour tokens `--k-{kind}` (bar) and `--g-{kind}` (background).
 */
export const CATEGORIES = {
  Red: { kind: 'red', isSpirit: false },
  White: { kind: 'white', isSpirit: false },
  Rosé: { kind: 'rose', isSpirit: false },
  Sparkling: { kind: 'sparkling', isSpirit: false },
  Orange: { kind: 'orange', isSpirit: false },
  Dessert: { kind: 'sweet', isSpirit: false },
  Fortified: { kind: 'fortified', isSpirit: false },
  Mixed: { kind: 'mixed', isSpirit: false },
  Whisky: { kind: 'whisky', isSpirit: true },
  Gin: { kind: 'gin', isSpirit: true },
  Vodka: { kind: 'vodka', isSpirit: true },
  Rum: { kind: 'rum', isSpirit: true },
  Brandy: { kind: 'brandy', isSpirit: true },
  Tequila: { kind: 'tequila', isSpirit: true },
  Liqueur: { kind: 'liqueur', isSpirit: true },
  'Mixed spirits': { kind: 'mixed', isSpirit: true },
  'Gift card': { kind: 'gift', isSpirit: false },
} as const satisfies Record<string, { kind: string; isSpirit: boolean }>;

export type Category = keyof typeof CATEGORIES;
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as [Category, ...Category[]];
