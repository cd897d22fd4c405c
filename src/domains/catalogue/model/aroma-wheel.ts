/**
 * Geometry of the aroma wheel of an offer page: one petal per aroma. Its length is the strength, its colour the family, and
 * related aromas are adjacent. The centre is (0, 0) and y grows downwards.
 */

/** Families in clockwise order with their words and the petal's colour, which is the same in light and dark themes. */
const FAMILIES = [
  {
    colour: 'oklch(56% 0.11 48)',
    members: /pepper|clove|cinnamon|nutmeg|anise|ginger|cardamom|allspice|spice|saffron|caraway|coriander|sansho|juniper|mustard/,
  },
  { colour: 'oklch(56% 0.02 70)', members: /smoke|peat|tar\b|tarred|creosote|char|ash|campfire|cured meat|struck match|barbecue/ },
  {
    colour: 'oklch(62% 0.06 220)',
    members: /sea|salt|brine|iodine|oyster|kelp|stone|chalk|slate|flint|mineral|iron|graphite|wet|iodine|snow/,
  },
  {
    colour: 'oklch(68% 0.14 62)',
    members: /orange|lemon|lime|citrus|yuzu|grapefruit|mandarin|tangerine|bergamot|calamansi|marmalade|chinotto/,
  },
  {
    colour: 'oklch(50% 0.13 15)',
    members: /plum|blackberry|blackcurrant|cassis|mulberry|blueberry|black cherry|bramble|fig|prune|raisin|sultana/,
  },
  {
    colour: 'oklch(58% 0.17 20)',
    members: /cherry|raspberry|strawberry|cranberry|redcurrant|red currant|berries|rhubarb|watermelon|beetroot|rosehip|hawthorn/,
  },
  { colour: 'oklch(72% 0.12 90)', members: /apple|pear|peach|apricot|nectarine|quince|pineapple|mango|banana|papaya|coconut|lychee|fruit/ },
  { colour: 'oklch(62% 0.11 330)', members: /violet|rose|lavender|jasmine|flower|blossom|iris|heather|chamomile|incense|rockrose/ },
  {
    colour: 'oklch(58% 0.1 135)',
    members: /thyme|mint|bay leaf|sage|herb|basil|fennel|dill|eucalypt|myrtle|grass|leaf|olive|pine|capsicum|hay|tea|wormwood|gentian/,
  },
  {
    colour: 'oklch(72% 0.13 78)',
    members: /honey|toffee|caramel|vanilla|butterscotch|molasses|sugar|treacle|chocolate|cocoa|cream|cola|maple|jaggery|sugarcane/,
  },
  { colour: 'oklch(64% 0.09 66)', members: /oak|cedar|sandalwood|cigar|tobacco|leather|pencil|wood|driftwood|books|hinoki|canvas/ },
  {
    colour: 'oklch(67% 0.08 74)',
    members: /almond|hazelnut|walnut|nut|toast|bread|malt|brioche|coffee|espresso|biscuit|grain|barley|oat|butter|rye|wheat/,
  },
  { colour: 'oklch(52% 0.05 70)', members: /earth|forest|mushroom|truffle|dust|bracken|clay|beeswax|agave/ },
] as const;
const OTHER = FAMILIES.length;

/**
 * Returns the index of the family of an aroma. The first family with one of its words wins, so `wood smoke` is smoke and not
 * wood.
 */
function familyOf(name: string): number {
  const word = name.toLowerCase();
  const found = FAMILIES.findIndex(({ members }) => members.test(word));
  return found === -1 ? OTHER : found;
}

export interface Aroma {
  readonly name: string;
  /** 1 to 5. */
  readonly strength: number;
}

export interface Petal extends Aroma {
  readonly colour: string;
  /** SVG path of the petal. */
  readonly path: string;
  readonly labelX: number;
  readonly labelY: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

const HUB = 26;
const STEP = 20.4;
const LABEL = 143;
/** Radii of the rings behind the petals, strength 1 to 5. */
export const WHEEL_RINGS: readonly number[] = [1, 2, 3, 4, 5].map((strength) => HUB + STEP * strength);

const iteration = (number: number): number => Math.round(number * 10) / 10;
const at = (radius: number, angle: number): string => `${iteration(radius * Math.sin(angle))} ${iteration(-radius * Math.cos(angle))}`;

/** Returns the petals clockwise from the top, related aromas adjacent, starting with the family of the strongest aroma. */
export function aromaPetals(aromas: readonly Aroma[]): Petal[] {
  const strongest = aromas.reduce<Aroma | null>((best, aroma) => (best === null || aroma.strength > best.strength ? aroma : best), null);
  if (strongest === null) return [];
  const first = familyOf(strongest.name);
  const rotated = (aroma: Aroma): number => (familyOf(aroma.name) - first + OTHER + 1) % (OTHER + 1);
  const ordered = [...aromas].sort((a, b) => rotated(a) - rotated(b) || b.strength - a.strength || (a.name < b.name ? -1 : 1));
  const slice = (2 * Math.PI) / ordered.length;
  return ordered.map((aroma, index) => {
    const [from, to] = [index * slice, (index + 1) * slice];
    const gap = Math.min(0.025, slice / 12);
    const outer = HUB + STEP * aroma.strength;
    const large = slice - 2 * gap > Math.PI ? 1 : 0;
    const middle = (from + to) / 2;
    const sideways = Math.sin(middle);
    return {
      ...aroma,
      colour: FAMILIES[familyOf(aroma.name)]?.colour ?? 'var(--control)',
      path: `M${at(HUB, from + gap)}L${at(outer, from + gap)}A${iteration(outer)} ${iteration(outer)} 0 ${large} 1 ${at(outer, to - gap)}L${at(HUB, to - gap)}A${HUB} ${HUB} 0 ${large} 0 ${at(HUB, from + gap)}Z`,
      labelX: iteration(LABEL * sideways),
      labelY: iteration(-LABEL * Math.cos(middle) + 5),
      anchor: Math.abs(sideways) < 0.15 ? 'middle' : sideways > 0 ? 'start' : 'end',
    };
  });
}
