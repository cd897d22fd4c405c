/** Text of the wine club pages. */
import { numberWord } from '#domains/catalogue/messages/numbers.ts';

export const clubPageMessages = {
  home: 'Home',
  title: 'Wine clubs',
  titleOf: (name: string) => `${name}, a wine club`,
  intro:
    'A case arrives when you want it, for less than the bottles cost on their own. We email you before each one, so you can skip, swap, pause or cancel in two clicks.',
  heading: 'A case, when you say so.',
  moreAbout: (name: string) => `See the cases and FAQs: ${name}`,
  more: 'See the cases and FAQs',
  howItWorks: 'How it works',
  steps: [
    { title: 'Your first case is sent', text: 'We send it when you join. You pay at checkout, and we save your card for the next one.' },
    {
      title: 'We email you first',
      text: (days: number) =>
        `${numberWord(days)} ${days === 1 ? 'day' : 'days'} before each case, we tell you what it costs and when we’ll send it, with a link to skip it.`,
    },
    { title: 'You say when', text: 'Swap cases, change how often, pause or cancel from your account. No phone call, no fee.' },
  ],
  none: 'No clubs right now',
  noneText: 'This shop has no club at the moment. The shelves are as full as ever.',
  browse: 'Browse the shelves',
  cancelled: 'You cancelled the payment. You haven’t been charged and you haven’t joined.',
  inTheCases: 'In the cases',
  inTheCasesText: 'What we’re packing right now. If a wine changes, the price doesn’t.',
  perCase: 'a case',
  sameCase: (price: string) => `The same case without the club: ${price}`,
  sameCaseOf: (price: string, label: string) => `The same case without the club: ${price}, ${label}`,
} as const;

export const clubCheckoutMessages = {
  documentTitle: 'Join a wine club',
  title: 'Join a wine club',
  noScript: 'To join a club, turn on JavaScript in your browser.',
  accountTitle: 'You’ll need an account to join',
  account: 'It’s where you skip, pause, swap or cancel. We’ll remember what you chose.',
  signIn: 'Sign in to join',
  createAccount: 'Create an account',
  notFoundTitle: 'We couldn’t find that club',
  notFound: 'Check the address, or choose one of our clubs.',
  closedTitle: 'This club has closed',
  closed: (name: string) => `${name} isn’t sending any more cases.`,
  notOpenTitle: 'This club isn’t taking new members right now',
  full: (name: string) => `${name} is full. Check back soon.`,
  soldOut: 'All of its cases are sold out. Check back next week.',
  notCharged: (reason: string) => `${reason} You haven’t been charged.`,
  seeClubs: 'See the wine clubs',
  failedTitle: 'We can’t reach the shop',
  failed: 'Your choices are saved in this page’s address. You haven’t been charged.',
  tryAgain: 'Try again',
} as const;

export const clubSuccessMessages = {
  title: 'Your wine clubs',
  joined: 'You’re in. The first case is being packed.',
  choice: (variant: string, frequency: string) => `${variant}, ${frequency}.`,
  firstOrder: (number: number | string) => ` Your first case is order #${number}.`,
  next: 'Your next case will be charged ({total}) and sent on {day}. We’ll email you first, so you can skip or swap it.',
  viewOrder: 'View order',
  unpaidTitle: 'Your first payment isn’t complete',
  unpaid: 'Your membership starts once your first case is paid for.',
  continueToPayment: 'Continue to payment',
  manage: 'Manage your memberships in your account: see when the next case is due, and skip, pause, swap or cancel.',
  signIn: 'Sign in to see them',
  allClubs: 'All wine clubs',
} as const;
