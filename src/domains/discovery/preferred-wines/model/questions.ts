/**
 * The taste questionnaire of /preferred-wines [CONT-19]. An answer is a string such as `country:Italy`. It is saved in the customer's user
 * metadata (`preferred_wines`) or in a guest's browser.
 */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { preferredMessages as messages } from '../messages.ts';

export type Kind = 'wine' | 'spirits';

export interface TasteChoice {
  readonly value: string;
  readonly label: string;
}

export interface Question {
  readonly id: 'category' | 'body' | 'country' | 'price' | 'mood';
  readonly title: string;
  /** True if several choices can be selected. */
  readonly many: boolean;
  readonly choices: readonly TasteChoice[];
}

const same = (...values: readonly string[]): TasteChoice[] => values.map((value) => ({ value, label: value }));

/** Ranges of bottle prices in dollars: `from` included, `to` excluded. */
export const PRICES: Readonly<Record<string, { readonly from: number; readonly to: number; readonly label: string }>> = {
  low: { from: 0, to: 25, label: messages.prices.low },
  middle: { from: 25, to: 50, label: messages.prices.middle },
  high: { from: 50, to: 100, label: messages.prices.high },
  top: { from: 100, to: Number.POSITIVE_INFINITY, label: messages.prices.top },
};
const price: Question = {
  id: 'price',
  title: messages.questions.price,
  many: true,
  choices: Object.entries(PRICES).map(([value, { label }]) => ({ value, label: label.charAt(0).toUpperCase() + label.slice(1) })),
};
const mood: Question = {
  id: 'mood',
  title: messages.questions.mood,
  many: false,
  choices: [
    { value: 'known', label: messages.moods.known },
    { value: 'surprise', label: messages.moods.surprise },
  ],
};

export const QUESTIONS: Readonly<Record<Kind, readonly Question[]>> = {
  wine: [
    {
      id: 'category',
      title: messages.questions.wineCategory,
      many: true,
      choices: same('Red', 'White', 'Rosé', 'Sparkling', 'Orange', 'Dessert', 'Fortified'),
    },
    {
      id: 'body',
      title: messages.questions.body,
      many: false,
      choices: [
        { value: 'light', label: messages.bodies.light },
        { value: 'middle', label: messages.bodies.middle },
        { value: 'full', label: messages.bodies.full },
      ],
    },
    {
      id: 'country',
      title: messages.questions.country,
      many: true,
      choices: same('Australia', 'New Zealand', 'France', 'Italy', 'Spain', 'Germany', 'Portugal'),
    },
    price,
    mood,
  ],
  spirits: [
    {
      id: 'category',
      title: messages.questions.spiritsCategory,
      many: true,
      choices: same('Whisky', 'Gin', 'Rum', 'Tequila', 'Brandy', 'Vodka', 'Liqueur'),
    },
    {
      id: 'country',
      title: messages.questions.country,
      many: true,
      choices: same('Australia', 'Scotland', 'Ireland', 'United States', 'Japan', 'France', 'Mexico'),
    },
    price,
    mood,
  ],
};

/** Usual body of varietals. Other varietals count as `middle`. */
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

/** Returns the usual body of an offer's varietal. A blend counts as the varietal that its name begins with. */
export function bodyOf({ varietal }: Pick<CatalogueHit, 'varietal'>): 'light' | 'middle' | 'full' {
  const is = (grapes: readonly string[]) => grapes.some((grape) => varietal === grape || varietal.startsWith(`${grape} `));
  return is(BODY.full) ? 'full' : is(BODY.light) ? 'light' : 'middle';
}

/** Answers by question. */
export type Taste = Readonly<Record<Question['id'], readonly string[]>>;

/** Parses answers. Unknown ones are left out. */
export function tasteOf(answers: readonly string[], kind: Kind): Taste {
  const answersTo = (id: Question['id']): string[] => {
    const question = QUESTIONS[kind].find((each) => each.id === id);
    const values = question?.choices.map(({ value }) => value).filter((value) => answers.includes(`${id}:${value}`)) ?? [];
    return question?.many ? values : values.slice(0, 1);
  };
  return {
    category: answersTo('category'),
    body: answersTo('body'),
    country: answersTo('country'),
    price: answersTo('price'),
    mood: answersTo('mood'),
  };
}

/** Replaces the answers of one kind of shop. Answers to questions that only the other kind asks stay. */
export function answersWith(saved: readonly string[], kind: Kind, answers: readonly string[]): string[] {
  const own = new Set(QUESTIONS[kind].flatMap(({ id, choices }) => choices.map(({ value }) => `${id}:${value}`)));
  return [...saved.filter((answer) => !own.has(answer)), ...answers.filter((answer) => own.has(answer))];
}
