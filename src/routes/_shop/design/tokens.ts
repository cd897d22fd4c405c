/** Names of the tokens in src/ui/styles/tokens.css, for the design system page. A test compares them with the sheet. */
import { CATEGORIES } from '#domains/catalogue/model/category.ts';

export const COLOURS = [
  { name: 'page', use: 'the ground of every page' },
  { name: 'surface', use: 'cards, fields, sheets' },
  { name: 'sunk', use: 'what lies lower: footer, notes' },
  { name: 'ink', use: 'text' },
  { name: 'quiet', use: 'text beside text' },
  { name: 'accent', use: 'the one thing to press, under dark ink' },
  { name: 'accent-press', use: 'the same, pressed' },
  { name: 'on-accent', use: 'ink on the accent' },
  { name: 'link', use: 'links' },
  { name: 'line', use: 'hairlines' },
  { name: 'control', use: 'borders of fields' },
  { name: 'alert', use: 'what is wrong' },
  { name: 'alert-ground', use: 'its ground' },
  { name: 'good', use: 'what went well' },
  { name: 'good-ground', use: 'its ground' },
  { name: 'focus', use: 'the ring of the focus' },
] as const;

export const KINDS: readonly string[] = [...new Set(Object.values(CATEGORIES).map(({ kind }) => kind))];

/** Class and sample text of each size. */
export const TYPE = [
  { name: 'heading-1', words: 'Once a page, on the first of them' },
  { name: 'heading-2', words: 'The title of a page' },
  { name: 'heading-3', words: 'A part of a page' },
  { name: 'heading-4', words: 'Something in a part' },
  { name: 'heading-5', words: 'A small heading' },
  { name: 'intro', words: 'The sentence after a title, at most sixty-two letters wide.' },
  { name: 'num', words: '$1,234.56 and 12 × 750 mL, figures of one width' },
  { name: 'small', words: 'Small, and nothing is smaller.' },
] as const;

export const SPACES = ['s1', 's2', 's3', 's4', 's5', 's6', 's8', 's10', 's12', 's16', 's20', 's24', 's32'] as const;
