/**
 * Words of the trade that mean the same, as data. In `SAME` every phrase finds every other of its row; in `ONE_WAY` the first
 * phrase finds the others, not the reverse. Phrases are written folded: lower case, no accents, words apart by one space.
 */
export interface SynonymTable {
  readonly same: readonly (readonly string[])[];
  readonly oneWay: readonly (readonly [phrase: string, ...finds: string[]])[];
  /** Words that a query may carry without asking for them. */
  readonly optional: readonly string[];
}

const SAME = [
  ['cabernet sauvignon', 'cab sauvignon', 'cab sav', 'cab sauv', 'cabernet sav', 'cabernet sauv'],
  ['sauvignon blanc', 'sav blanc', 'sauv blanc', 'savvy b', 'savvy blanc', 'fume blanc'],
  ['shiraz', 'syrah'],
  ['pinot gris', 'pinot grigio', 'grauburgunder'],
  ['pinot noir', 'spatburgunder', 'pinot nero'],
  ['pinot blanc', 'pinot bianco', 'weissburgunder'],
  ['grenache', 'garnacha', 'cannonau'],
  ['mourvedre', 'mataro', 'monastrell'],
  ['tempranillo', 'tinta roriz', 'aragonez', 'tinta de toro'],
  ['zinfandel', 'primitivo'],
  ['carignan', 'carinena', 'mazuelo'],
  ['vermentino', 'rolle'],
  ['viura', 'macabeo'],
  ['malbec', 'cot'],
  ['gsm', 'grenache shiraz mourvedre', 'grenache syrah mourvedre'],
  ['sms', 'shiraz mataro'],
  ['rose', 'rosado', 'rosato'],
  ['whisky', 'whiskey'],
  ['whiskies', 'whiskeys'],
  ['usa', 'us', 'united states', 'united states of america', 'america'],
  ['uk', 'united kingdom', 'great britain'],
  ['nz', 'new zealand'],
  ['mt', 'mount'],
  ['st', 'saint'],
  ['ch', 'chateau'],
  ['mclaren', 'mc laren'],
  ['nv', 'non vintage'],
] as const;

const ONE_WAY = [
  ['cab', 'cabernet'],
  ['sav', 'sauvignon'],
  ['sauv', 'sauvignon'],
  ['chard', 'chardonnay'],
  ['chardy', 'chardonnay'],
  ['champers', 'champagne'],
  ['bubbles', 'sparkling', 'champagne', 'prosecco'],
  ['bubbly', 'sparkling', 'champagne', 'prosecco'],
  ['fizz', 'sparkling', 'champagne', 'prosecco'],
  ['stickies', 'dessert'],
  ['sticky', 'dessert'],
  ['sweet', 'dessert'],
  ['scotch', 'scotland whisky'],
  ['bourbon', 'united states whisky', 'us whisky'],
  ['spirit', 'spirits'],
  ['claret', 'bordeaux'],
  ['pink', 'rose'],
  ['natural', 'preservative free', 'minimal intervention'],
  ['magnums', 'magnum'],
  ['australian', 'australia'],
  ['aussie', 'australia'],
  ['french', 'france'],
  ['italian', 'italy'],
  ['spanish', 'spain'],
  ['portuguese', 'portugal'],
  ['german', 'germany'],
  ['austrian', 'austria'],
  ['argentine', 'argentina'],
  ['argentinian', 'argentina'],
  ['chilean', 'chile'],
  ['greek', 'greece'],
  ['american', 'united states', 'us'],
  ['kiwi', 'new zealand'],
  ['scottish', 'scotland'],
  ['irish', 'ireland'],
  ['japanese', 'japan'],
  ['mexican', 'mexico'],
  ['english', 'england'],
  ['hungarian', 'hungary'],
  ['georgian', 'georgia'],
  ['israeli', 'israel'],
  ['south african', 'south africa'],
  ['tassie', 'tasmania'],
] as const;

const OPTIONAL = ['a', 'an', 'and', 'by', 'for', 'from', 'in', 'of', 'or', 'some', 'the', 'with'];

export const SYNONYMS: SynonymTable = { same: SAME, oneWay: ONE_WAY, optional: OPTIONAL };
