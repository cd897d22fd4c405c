/** Recognises a buyer without an account: equal keys mean the same mailbox or postal address. */
import { emailKey } from '#lib/email.ts';

/** Returns the mailbox of an email address: lower case, without `+tags` and Gmail's dots. `mailbox_of` in SQL has the same rule. */
export function mailboxOf(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const [plain = ''] = key.slice(0, at).split('+');
  return `${domain === 'gmail.com' ? plain.replaceAll('.', '') : plain}@${domain}`;
}

export interface PostalAddress {
  readonly address: string;
  readonly suburb: string;
  readonly postcode: string;
}

const FULL_WORDS: Readonly<Record<string, string>> = {
  st: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  cres: 'crescent',
  tce: 'terrace',
  dr: 'drive',
  pde: 'parade',
  ct: 'court',
  pl: 'place',
  ln: 'lane',
  hwy: 'highway',
};

/** Words before a unit number, and their normalised form. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  unit: '',
  apt: '',
  apartment: '',
  flat: '',
  suite: 'suite',
  ste: 'suite',
  shop: 'shop',
  lot: 'lot',
  level: 'level',
  lvl: 'level',
  floor: 'level',
};

const tokensOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+|[/#]/g) ?? [];

/** Separates unit and street: "Unit 3, 14 Alma Tce", "3/14 Alma Terrace" and "14 Alma Terrace, Apt 3" get the same key. */
function streetKey(text: string): string {
  const tokens = tokensOf(text);
  const units: string[] = [];
  const street: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const next = tokens[index + 1];
    const prefix = UNIT_WORDS[token];
    if (prefix !== undefined && next !== undefined && /^[a-z]?\d|^[a-z]$/.test(next)) {
      units.push(`${prefix}${next}`);
      index += 1;
    } else if (token === '#' && next !== undefined) {
      // Singapore: #03-14 is floor and unit.
      const unit = tokens[index + 2];
      units.push(`#${Number(next) || next}-${unit === undefined ? '' : Number(unit) || unit}`);
      index += 2;
    } else if (next === '/' && street.length === 0) {
      units.push(token);
      index += 1;
    } else if (token !== '/') street.push(FULL_WORDS[token] ?? token);
  }
  return [...units, ...street].join(' ');
}

const normaliseText = (text: string): string =>
  tokensOf(text)
    .filter((token) => token !== '/' && token !== '#')
    .map((token) => FULL_WORDS[token] ?? token)
    .join(' ');

/** Returns false for an order without an address: one that is collected, or of gift cards only. Such orders are not at the same address. */
export const hasAddress = ({ address }: PostalAddress): boolean => address !== '';

/** Returns the key of an address. Different units have different keys. */
export const addressKey = ({ address, suburb, postcode }: PostalAddress): string =>
  [streetKey(address), normaliseText(suburb), normaliseText(postcode)].join('|');
