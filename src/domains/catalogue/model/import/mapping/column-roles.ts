/** Detects the meaning of columns of an unknown file by their headers and content. */
import type { Category } from '#domains/catalogue/model/category.ts';
import { parsePrice } from '#domains/catalogue/model/import/price/price.ts';
import { unitInHeader } from '#domains/catalogue/model/import/price/price-unit.ts';
import { cleanText, fold } from '#domains/catalogue/model/import/text/normalize-text.ts';
import { phrasePattern } from '#domains/catalogue/model/import/text/title-case.ts';
import { readGtin } from '../gtin.ts';
import { stockLevel } from '../offer-fields.ts';

/** Meanings that a column of a file can have. */
export const ROLES = [
  'price',
  'title',
  'brand',
  'sku',
  'gtin',
  'vintage',
  'country',
  'region',
  'variety',
  'category',
  'size',
  'pack',
  'alcohol',
  'story',
  'pictures',
  'stock',
  'cost',
] as const;
export type Role = (typeof ROLES)[number];

/** Headers by role in several languages, without accents, spaces and punctuation. Earlier ones are more reliable. */
const HEADERS: Readonly<Record<Role, string>> = {
  price:
    'price retailprice bottleprice unitprice sellprice currentdisplayprice statebottleretail pris preis prix precio prezzo preco retail rrp',
  title:
    'title name productname product wine winename productlongname itemdescription varenavn produktnavn bezeichnung produkt artikel nom produit nombre producto denominazione nome vino vin',
  brand:
    'brand winery producer vendorname vendor maker estate house supplier company produsent hersteller weingut erzeuger producteur domaine bodega productor produttore cantina produtor',
  sku: 'sku itemnumber productcode code itemno productskuno articlenumber varenummer artikelnummer reference ref codigo codice item id',
  gtin: 'gtin ean upc barcode ean13 productbaseupcno eancode strekkode',
  vintage: 'vintage year argang jahrgang millesime annee annata anada cosecha',
  country: 'country countryoforigin productcountryoriginname land pays pais paese origin origine',
  region: 'region appellation subregion region1 district underdistrikt area province anbaugebiet denominacion denominazionediorigine zona',
  variety: 'variety varietal grape grapes grapevariety rastoff rebsorte cepage cepages uva uvas vitigno drue druer',
  category:
    'category type categoryname producttype kind style colour color class productminorclassname varetype kategorie categorie categoria tipo weinart couleur',
  size: 'bottlevolumeml bottlesize volume size ml volumeml litres liters productlitresperdcontainer productlitrespercontainer volum inhalt contenance contenido formato capacity',
  pack: 'packsize pack casesize bottlespercase bottles bottlesinacase unitspercase packquantity packqty caseqty qtypercase units prdcontainerpersellunit karton colisage caja',
  alcohol: 'alcohol abv alc alcoholpercent productalcoholpercent alkohol alcool alcol gradoalcoholico proof vol',
  story:
    'description tastingnotes notes review longdescription story comment beskrivelse beschreibung beschrijving descripcion descrizione',
  stock:
    'stock qty quantity onhand qtyonhand stockonhand soh instock stocklevel available availableqty availability inventory lager lagerbestand bestand lagerbeholdning beholdning stockdisponible disponible giacenza existencias',
  pictures: 'picture pictures image images photo photos imagefile bild bilder foto fotos',
  cost: 'cost costprice unitcost wholesale wholesaleprice luc lucprice buyprice purchaseprice einkaufspreis',
};

/** Words that indicate a category, in several languages. */
const CATEGORY_WORDS: readonly (readonly [Category, string])[] = [
  [
    'Sparkling',
    'sparkling;champagne;prosecco;cava;sekt;crémant;cremant;musserende;mousseux;espumante;espumoso;spumante;schaumwein;cap classique',
  ],
  ['Dessert', 'dessert;late harvest;ice wine;icewine;sauternes;dulce;dolce;eiswein;süßwein;sweet wine'],
  ['Fortified', 'port;porto;portvin;sherry;jerez;madeira;marsala;fortified;fortificado;fortifié;sterkvin;vermouth'],
  ['Rosé', 'rose;rosé;rosado;rosato;roséwein;rosévin'],
  ['Orange', 'orange wine;skin contact'],
  ['Liqueur', 'liqueur;liqueurs;likör;licor;liquore;cordial;cordials;schnapps;cocktails;cocktail;cream;apéritif'],
  ['Whisky', 'whisky;whiskey;whiskies;whiskeys;scotch;bourbon;rye'],
  ['Gin', 'gin;gins;genever'],
  ['Vodka', 'vodka;vodkas'],
  ['Rum', 'rum;rums;rhum;ron;cachaça;cachaca'],
  ['Brandy', 'brandy;brandies;cognac;armagnac;calvados;grappa;pisco;eaux de vie'],
  ['Tequila', 'tequila;tequilas;mezcal'],
  ['Mixed', 'mixed case;mixed cases'],
  ['Red', 'red;rouge;tinto;rosso;rot;rotwein;rødvin;rodvin'],
  ['White', 'white;blanc;blanco;bianco;branco;weiß;weiss;weißwein;weisswein;hvitvin;hvidvin'],
];

const PHRASES = CATEGORY_WORDS.map(([category, words]) => ({ category, pattern: phrasePattern(words.split(';').map(fold)) }));

/** Returns the category of a value, `Rødvin` → Red. @returns null if it indicates none */
export const parseCategory = (value: string): Category | null =>
  PHRASES.find(({ pattern }) => pattern !== null && fold(value).search(pattern) >= 0)?.category ?? null;

/** Names of countries in other languages. */
const COUNTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    Australia: 'australie;australien',
    'New Zealand': 'neuseeland;nouvelle-zelande',
    France: 'frankrike;frankreich;francia;frankrijk',
    Italy: 'italia;italien;italie',
    Spain: 'spania;spanien;espana;espagne',
    Germany: 'tyskland;deutschland;allemagne;alemania',
    Portugal: '',
    'United States': 'us;usa;united states of america;etats-unis',
    'United Kingdom': 'uk;england;scotland',
    Chile: 'chili',
    Argentina: 'argentinien;argentine',
    'South Africa': 'sor-afrika;sudafrika;afrique du sud',
    Austria: 'osterrike;osterreich;autriche',
    Japan: 'japon',
    Canada: 'kanada',
    Greece: 'hellas;griechenland;grece',
    Hungary: 'ungarn;hongrie',
    Mexico: '',
    Ireland: 'irland',
  }).flatMap(([name, others]) => [name, ...others.split(';')].map((one) => [fold(one), name])),
);

/** Returns the English name of a country. Names in capitals become readable; unknown ones are unchanged. */
export const parseCountry = (value: string): string =>
  COUNTRIES[fold(value)] ??
  (/\p{Ll}/u.test(value) ? value : value.toLowerCase().replace(/(^|[\s-])\p{Ll}/gu, (char) => char.toUpperCase()));

type Looks = (values: readonly string[]) => number;
const share =
  (test: (value: string) => boolean): Looks =>
  (values) =>
    values.length === 0 ? 0 : values.filter(test).length / values.length;
const meanLength = (values: readonly string[]) => values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length);
const isNumber = (value: string) => /^\d+(?:[.,]\d+)?$/.test(value);
const within = (least: number, most: number) => (value: string) => {
  const number = Number(value.replace(',', '.').replace(/(?:%|ml|cl|l)$/i, ''));
  return number >= least && number <= most;
};

/** Scores how well values fit a role, 0 to 1. */
const CONTENT: Readonly<Record<Role, Looks>> = {
  price: (values) =>
    share((value) => 'cents' in parsePrice(value, '.') || 'cents' in parsePrice(value, ','))(values) *
    (share((value) => /[.,]\d{2}$|[$€£]|kr/.test(value))(values) > 0.3 ? 1 : 0.6),
  title: (values) =>
    meanLength(values) > 2 && meanLength(values) < 90 && share((value) => /\p{L}{3}/u.test(value))(values) > 0.9
      ? 0.4 + 0.6 * distinct(values)
      : 0,
  brand: (values) => (meanLength(values) < 50 && share((value) => /\p{L}{2}/u.test(value) && !isNumber(value))(values) > 0.9 ? 0.7 : 0),
  sku: (values) => (meanLength(values) < 24 && share((value) => /^[\w./-]+$/.test(value))(values) > 0.9 ? distinct(values) : 0),
  gtin: share((value) => readGtin(value) !== null),
  vintage: share((value) => /^(?:19|20)\d\d$|^NV$/i.test(value)),
  country: (values) => Math.max(0.4, share((value) => COUNTRIES[fold(value)] !== undefined)(values)),
  region: (values) => (share((value) => /\p{L}{2}/u.test(value))(values) > 0.8 ? 0.7 : 0),
  variety: (values) => (share((value) => /\p{L}{3}/u.test(value))(values) > 0.8 ? 0.7 : 0),
  category: (values) => Math.max(distinct(values) < 0.5 ? 0.5 : 0, share((value) => parseCategory(value) !== null)(values)),
  size: share((value) => /^\d+(?:[.,]\d+)?\s*(?:ml|cl|l)?$/i.test(value) && (within(0.02, 18)(value) || within(20, 18_000)(value))),
  pack: share((value) => /^\d+$/.test(value) && within(1, 48)(value)),
  alcohol: share(within(0.1, 200)),
  story: (values) => (meanLength(values) > 60 ? 1 : 0),
  stock: share((value) => stockLevel(value, 1) !== null),
  cost: (values) => CONTENT.price(values),
  pictures: share((value) => /\.(?:jpe?g|png|webp|avif|gif|tiff?)$/i.test(value) && !/^https?:/i.test(value)),
};

const distinct = (values: readonly string[]) => new Set(values).size / Math.max(1, values.length);
const chars = (text: string) => fold(cleanText(text)).replace(/[^a-z0-9]/g, '');

export interface FoundRole {
  readonly at: number;
  /** False if only the content matches, or if the header matches weakly. */
  readonly isConfident: boolean;
}

/** Finds the columns of the roles in headers and sample rows. A column has at most one role. */
export function findRoles(headers: readonly string[], rows: readonly (readonly string[])[]): Partial<Record<Role, FoundRole>> {
  const candidates = headers.flatMap((header, at) => {
    const values = rows.map((row) => cleanText(row[at] ?? '')).filter((value) => value !== '');
    const filled = rows.length === 0 ? 0 : values.length / rows.length;
    return ROLES.flatMap((role) => {
      const named = nameScore(role, header);
      const contentScore = values.length === 0 ? 0 : CONTENT[role](values);
      const hasCurrency = role === 'price' && share((value) => /[$€£]|\b(?:AUD|SGD|EUR|GBP|USD|NOK|kr)\b/.test(value))(values) > 0.5;
      const onContent =
        ['price', 'vintage', 'gtin', 'story', 'country', 'category', 'pictures'].includes(role) && contentScore > 0.85
          ? (hasCurrency ? 0.4 : 0.3) * filled
          : 0;
      // Any other price is more likely the selling price.
      const isReference = role === 'price' && isReferencePrice(header);
      const score = named === 0 ? onContent : contentScore < 0.2 ? 0 : isReference ? 0.35 : named + 0.5 * contentScore + 0.1 * filled;
      return score === 0 ? [] : [{ role, at, score, isConfident: named >= 0.7 && contentScore > 0.5 && !isReference }];
    });
  });
  const found: Partial<Record<Role, FoundRole>> = {};
  const taken = new Set<number>();
  for (const { role, at, isConfident } of candidates.sort((a, b) => b.score - a.score || a.at - b.at)) {
    if (found[role] !== undefined || taken.has(at)) continue;
    found[role] = { at, isConfident };
    taken.add(at);
  }
  // A file whose only price is what the supplier charges is a price list all the same.
  const { cost, ...others } = found;
  return found.price === undefined && cost !== undefined ? { ...others, price: { at: cost.at, isConfident: false } } : found;
}

/** Words for prices that are compared with, or paid to the supplier, but not charged. */
const REFERENCE_WORDS =
  'rrp|msrp|srp|uvp|list|recommended|suggested|was|old|cost|wholesale|luc|buy|purchase|einkauf|einkaufspreis|listenpreis';
const REFERENCE_WORD = new RegExp(`^(?:${REFERENCE_WORDS})$`);
const REFERENCE_JOINED = new RegExp(`^(?:${REFERENCE_WORDS})(?:retail)?price$`);
const headerWords = (header: string): string[] => fold(cleanText(header)).split(/[^a-z0-9]+/);

/** Returns true if a price column has recommended, list, former or cost prices. */
const isReferencePrice = (header: string): boolean =>
  REFERENCE_JOINED.test(chars(header)) || headerWords(header).some((word) => REFERENCE_WORD.test(word));

/** Returns true if a header is a usual name of a role, whatever its column contains. */
export const isHeaderOf = (role: Role, header: string): boolean => HEADERS[role].split(' ').includes(chars(header));

/** Words for quantities that are not stock. */
const LIMIT_WORD = /^(?:min|minimum|max|maximum|moq|order|ordered|limit|reserved|allocated|sold)$/;

function nameScore(role: Role, header: string): number {
  const name = chars(header);
  const existing = HEADERS[role].split(' ');
  const at = existing.indexOf(name);
  if (at >= 0) return 1 - 0.2 * (at / existing.length);
  const words = headerWords(header);
  if (role === 'stock' && words.some((word) => LIMIT_WORD.test(word))) return 0;
  if (existing.some((one) => words.includes(one))) return 0.5;
  // `Case of 6` as header of a column of prices.
  return role === 'price' && unitInHeader(header)?.bottles ? 0.45 : 0;
}
