/** Text of the checklist that leads a new shop to its first order. */
import type { SetupStepName } from '../model/steps.ts';

interface StepText {
  readonly title: string;
  readonly why: string;
  /** Label of the link to an item's screen. */
  readonly open: string;
  /** Another screen that helps. */
  readonly also?: { readonly label: string; readonly to: string };
}

export const SETUP_STEP_TEXT: Readonly<Record<SetupStepName, StepText>> = {
  factor: { title: 'Protect your account', why: 'A stolen password alone must not open the office.', open: 'Second factors' },
  identity: {
    title: 'Name and logo',
    why: 'What shoppers see first, in the header and in every browser tab. One site is enough to begin.',
    open: 'Enter name and logo',
    also: { label: 'Choose countries and hosts', to: '/settings/sites/shop' },
  },
  seller: { title: 'Seller and licence', why: 'On every invoice and below every page.', open: 'Enter seller' },
  tax: { title: 'Tax', why: 'Shown at checkout and on receipts. Prices include it.', open: 'Change tax' },
  shipping: { title: 'Delivery fees', why: 'What shoppers pay for delivery, and from when it is free.', open: 'Change fees' },
  mail: { title: 'Email', why: 'Receipts and links for lost passwords are sent by email.', open: 'Set up email' },
  payments: { title: 'Payments', why: 'Cards are entered at the gateway, never in your shop.', open: 'Set up payments' },
  pages: { title: 'Terms and privacy', why: 'The shop comes with texts to start from. Yours have to be true.', open: 'Edit page' },
  wines: {
    title: 'First wines',
    why: 'Import your list from a spreadsheet. One wine is enough for the test order.',
    open: 'Import wines',
    also: { label: 'Add a wine by hand', to: '/wines/new' },
  },
  test_order: { title: 'Test order', why: 'See what your shoppers will see, from the first page to the receipt.', open: 'Show orders' },
  opening: { title: 'Go live', why: 'Everyone can see the shop and buy.', open: 'Words while closed' },
};

export const setupMessages = {
  title: 'Set up your shop',
  summary: 'From here to your first order. Steps tick themselves off. Take them in any order.',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  done: 'Done',
  todo: 'To do',
  next: 'Next',
  finishedTitle: 'Your shop is open',
  finishedText: 'Every step is done. Invite your colleagues, or look at what comes in on Today.',
  confirm: (detail: string) => `Keep: ${detail}`,
  keep: 'Keep this',
  kept: 'Kept as it is.',
  visit: 'Open the shop as a shopper',
  visitTitle: 'Open the shop as a shopper',
  visitText:
    'These links let this browser in for twelve hours, while the shop is closed. Whoever has a link gets in, so share it only with people who help you test.',
  visitTestCard:
    'At the sandbox, pay with the card 4242 4242 4242 4242. Cancel the test order afterwards, so that its stock goes back on sale.',
  visitRealCard: 'Your gateway takes real cards. Refund the test order afterwards.',
  visitSite: (site: string) => `Visit ${site}`,
  open: 'Go live',
  openTitle: 'Open the shop?',
  openAction: 'Open the shop',
  openConsequences: [
    'Everyone can see all pages and buy.',
    'Search engines may list the shop from now on.',
    'You can close it at any time: Settings, Opening.',
  ],
  opened: 'Your shop is open.',
  dismiss: 'Hide on Today',
  dismissed: 'Hidden on Today. You find the steps in Settings.',
  showAgain: 'Show on Today',
  shown: 'Shown on Today.',
  continue: 'Continue setting up',
  closedBanner: 'The shop is closed to shoppers.',
  closedLink: 'Open or change',
} as const;
