/**
 * The taste questionnaire of /preferred-wines (SPEC.md §2). An answer is one string, `country:Italy`, as it is kept with a
 * customer (`preferred_wines` of the user metadata) or in a guest's browser.
 */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';

export type Kind = 'wine' | 'spirits';

export interface TasteChoice {
  readonly value: string;
  readonly label: string;
}

export interface Question {
  readonly id: 'category' | 'body' | 'country' | 'price' | 'mood';
  readonly title: string;
  /** Whether several choices may be taken. */
  readonly many: boolean;
  readonly choices: readonly TasteChoice[];
}

const same = (...values: readonly string[]): TasteChoice[] => values.map((value) => ({ value, label: value }));

/** Bottle prices in dollars: from, up to; the last has no end. */
export const PRICES: Readonly<Record<string, { readonly from: number; readonly to: number; readonly words: string }>> = {
  low: { from: 0, to: 25, words: 'up to $25' },
  middle: { from: 25, to: 50, words: '$25 to $50' },
  high: { from: 50, to: 100, words: '$50 to $100' },
  top: { from: 100, to: Number.POSITIVE_INFINITY, words: 'over $100' },
};
const price: Question = {
  id: 'price',
  title: 'What do you like to pay for a bottle?',
  many: true,
  choices: Object.entries(PRICES).map(([value, { words }]) => ({ value, label: words.charAt(0).toUpperCase() + words.slice(1) })),
};
const mood: Question = {
  id: 'mood',
  title: 'And how brave shall we be?',
  many: false,
  choices: [
    { value: 'known', label: 'Stay close to what I know' },
    { value: 'surprise', label: 'Surprise me' },
  ],
};

export const QUESTIONS: Readonly<Record<Kind, readonly Question[]>> = {
  wine: [
    {
      id: 'category',
      title: 'What do you reach for?',
      many: true,
      choices: same('Red', 'White', 'Rosé', 'Sparkling', 'Orange', 'Dessert', 'Fortified'),
    },
    {
      id: 'body',
      title: 'How much wine shall be in the wine?',
      many: false,
      choices: [
        { value: 'light', label: 'Light, something you can read through' },
        { value: 'middle', label: 'In between' },
        { value: 'full', label: 'Full, for a cold night' },
      ],
    },
    {
      id: 'country',
      title: 'Where may it come from?',
      many: true,
      choices: same('Australia', 'New Zealand', 'France', 'Italy', 'Spain', 'Germany', 'Portugal'),
    },
    price,
    mood,
  ],
  spirits: [
    {
      id: 'category',
      title: 'What do you pour?',
      many: true,
      choices: same('Whisky', 'Gin', 'Rum', 'Tequila', 'Brandy', 'Vodka', 'Liqueur'),
    },
    {
      id: 'country',
      title: 'Where may it come from?',
      many: true,
      choices: same('Australia', 'Scotland', 'Ireland', 'United States', 'Japan', 'France', 'Mexico'),
    },
    price,
    mood,
  ],
};

/** What grapes usually weigh; others count as in between. */
const BODY: Readonly<Record<'light' | 'full', readonly string[]>> = {
  light: [
    'Pinot Noir',
    'Gamay',
    'Riesling',
    'Pinot Grigio',
    'Pinot Gris',
    'Sauvignon Blanc',
    'Albariño',
    'Melon de Bourgogne',
    'Glera',
    'Arneis',
    'Grüner Veltliner',
    'Verdelho',
    'Pinot Blanc',
    'Friulano',
    'Nerello Mascalese',
    'Meunier',
    'Garganega',
    'Semillon',
  ],
  full: [
    'Shiraz',
    'Syrah',
    'Cabernet Sauvignon',
    'Malbec',
    'Durif',
    'Mataro',
    'Mourvèdre',
    'Tempranillo',
    'Nebbiolo',
    'Touriga',
    'Marsanne',
    'Nero d’Avola',
    'Pinotage',
    'Viognier',
    'Cabernet',
    'Merlot',
  ],
};

/** What the grape of an offer usually weighs. A blend goes by the grape that its name begins with. */
export function bodyOf({ varietal }: Pick<CatalogueHit, 'varietal'>): 'light' | 'middle' | 'full' {
  const is = (grapes: readonly string[]) => grapes.some((grape) => varietal === grape || varietal.startsWith(`${grape} `));
  return is(BODY.full) ? 'full' : is(BODY.light) ? 'light' : 'middle';
}

/** Answers by question. */
export type Taste = Readonly<Record<Question['id'], readonly string[]>>;

const EVERY_ID: readonly Question['id'][] = ['category', 'body', 'country', 'price', 'mood'];

/** The answers that the questionnaire of a shop knows; what it does not know is left out. */
export function tasteOf(answers: readonly string[], kind: Kind): Taste {
  const given = (id: Question['id']): string[] => {
    const question = QUESTIONS[kind].find((each) => each.id === id);
    const values = question?.choices.map(({ value }) => value).filter((value) => answers.includes(`${id}:${value}`)) ?? [];
    return question?.many ? values : values.slice(0, 1);
  };
  return Object.fromEntries(EVERY_ID.map((id) => [id, given(id)])) as unknown as Taste;
}

/** Answers of one shop put in the place of its older ones; those that only the other shop asks for stay. */
export function answersWith(kept: readonly string[], kind: Kind, given: readonly string[]): string[] {
  const own = new Set(QUESTIONS[kind].flatMap(({ id, choices }) => choices.map(({ value }) => `${id}:${value}`)));
  return [...kept.filter((answer) => !own.has(answer)), ...given.filter((answer) => own.has(answer))];
}
