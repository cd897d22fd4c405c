/** Determines the category of a row by the steps of its mapping. */
import type { Category } from '#domains/catalogue/model/category.ts';
import { fold } from '#domains/catalogue/model/import/text/normalize-text.ts';
import { phrasePattern } from '#domains/catalogue/model/import/text/title-case.ts';
import type { CategoryRules, CategoryStep } from './mapping.ts';

/** Data of a row that determine its category. */
export interface CategorySignals {
  /** Returns the cleaned cell of a column. `name` is the finished name. */
  readonly cell: (column: string) => string;
  /** Usual category of the recognised brand. */
  readonly brandCategory: Category | null;
}

type Step = (signals: CategorySignals) => Category | null;
type ByCategory = Readonly<Partial<Record<Category, readonly string[]>>>;

/**
 * Returns a function from the signals of a row to its category. The result is certain unless it is a guess or the default of the
 * mapping.
 */
export function categoriser(rules: CategoryRules): (signals: CategorySignals) => { category: Category; isConfident: boolean } {
  const tables = new Map<string, Category>();
  for (const step of rules.steps)
    if ('table' in step && Object.keys(step.when).length === 0) for (const entry of lookup(step.table)) tables.set(...entry);
  const steps = rules.steps.map((step) => ({ find: compile(step, tables), isGuess: 'look' in step && step.isGuess }));
  return (signals) => {
    for (const step of steps) {
      const category = step.find(signals);
      if (category !== null) return { category, isConfident: !step.isGuess };
    }
    return { category: rules.otherwise, isConfident: false };
  };
}

function compile(step: CategoryStep, tables: ReadonlyMap<string, Category>): Step {
  if ('brand' in step) return (signals) => signals.brandCategory;
  if ('blend' in step) return (signals) => blend(signals.cell(step.column), tables);
  const applies = condition(step.when);
  if ('look' in step) {
    const patterns = entries(step.words).map(([category, phrases]) => ({ category, pattern: phrasePattern(phrases) }));
    return (signals) => {
      if (!applies(signals)) return null;
      const text = step.look.map(signals.cell).join(' | ');
      return patterns.find(({ pattern }) => pattern !== null && text.search(pattern) >= 0)?.category ?? null;
    };
  }
  const existing = lookup(step.table);
  return (signals) => (applies(signals) ? (existing.get(fold(signals.cell(step.column))) ?? null) : null);
}

function condition(when: Readonly<Record<string, readonly string[]>>): (signals: CategorySignals) => boolean {
  const tests = Object.entries(when).map(([column, values]) => ({ column, values: new Set(values.map(fold)) }));
  return (signals) => tests.every(({ column, values }) => values.has(fold(signals.cell(column))));
}

/** Parses varietals joined by hyphens or commas. A blend is certain only if every varietal is known. */
function blend(text: string, tables: ReadonlyMap<string, Category>): Category | null {
  const parts = fold(text)
    .split(/[-,/&+]|\band\b/)
    .map((part) => part.trim());
  if (parts.length < 2) return null;
  const colours = parts.map((grape) => tables.get(grape) ?? null);
  if (colours.includes(null)) return null;
  return colours.includes('Red') ? 'Red' : (colours[0] ?? null);
}

const entries = (table: ByCategory) => Object.entries(table) as [Category, readonly string[]][];
const lookup = (table: ByCategory) =>
  new Map(entries(table).flatMap(([category, values]) => values.map((value) => [fold(value), category] as const)));
