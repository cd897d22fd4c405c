/** What is there and what is missing, for each item of the checklist. */
import type { LegalPageState, SellerField } from '../model/steps.ts';

const SELLER_FIELDS = {
  name: 'the company',
  licence: 'the liquor licence',
  taxId: 'the tax number',
} satisfies Readonly<Record<SellerField, string>>;

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const pageTexts = (title: string) =>
  ({
    missing: `${title}: there is no page yet`,
    starter: `${title}: still has starter text`,
    done: `${title}: published`,
  }) satisfies Readonly<Record<LegalPageState, string>>;

export const setupItemText = {
  identity: (host: string, name: string | null, hasLogo: boolean) => {
    if (name === null) return `${host}: still has the name and logo of the sample`;
    return hasLogo ? `${host}: ${name}, with a logo` : `${host}: ${name}, without a logo of its own`;
  },
  seller: (missing: readonly SellerField[]) =>
    missing.length === 0 ? 'Company, licence and tax number are set' : `Missing: ${list(missing.map((each) => SELLER_FIELDS[each]))}`,
  tax: (percent: number) => `Prices contain ${percent}% tax`,
  shipping: (fee: string, fromCases: number | null, fromValue: string | null) => {
    if (fromCases !== null) return `${fee} per order, free from ${fromCases} ${fromCases === 1 ? 'case' : 'cases'}`;
    return fromValue === null ? `${fee} per order` : `${fee} per order, free from ${fromValue}`;
  },
  mailServer: 'The mail server is set',
  mailbox: 'Emails go to the mailbox of this machine, which is enough to try the shop',
  noMailServer: 'Missing: the mail server',
  sender: 'Emails come from your address',
  sampleSender: 'The sender is still that of the sample shop',
  mailTested: 'The test email was sent',
  mailUntested: 'Send yourself a test email',
  noGateway: 'Choose the gateway that takes payments',
  testGateway: (gateway: string) => `${gateway}: enough for this machine`,
  testGatewayPublic: (gateway: string) => `${gateway}: enough for the test order. Choose one that takes real payments before you open`,
  gateway: (gateway: string) => `${gateway} is chosen and has its keys`,
  gatewayKeys: (gateway: string) => `${gateway} is chosen. Its keys are missing`,
  gatewayTested: 'The keys work',
  gatewayUntested: 'Test the connection',
  page: { terms: pageTexts('Terms of sale'), privacy: pageTexts('Privacy') },
  wines: (count: number) =>
    count === 0 ? 'No wine on sale yet' : count === 1 ? '1 wine on sale' : `${count.toLocaleString('en-AU')} wines on sale`,
  factor: (without: number) =>
    without === 0
      ? 'Everyone has a second factor'
      : without === 1
        ? '1 person has no second factor'
        : `${without} people have no second factor`,
  order: 'An order was paid',
  noOrder: 'Buy something the way a shopper does. The shop stays closed to everyone else',
  opening: (isOpen: boolean, left: number) =>
    isOpen
      ? 'The shop is open'
      : left === 0
        ? 'Everything is ready. The shop is still closed'
        : left === 1
          ? 'The shop is closed. 1 step is left'
          : `The shop is closed. ${left} steps are left`,
} as const;
