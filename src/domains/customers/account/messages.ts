/** Text of the account pages. */
import type { ReferralView } from '#domains/customers/referrals/contract.ts';

const UNREACHABLE = 'We can’t reach the shop. Please try again.';

/** Text that several account pages share. */
export const accountMessages = {
  title: 'Your account',
  pageTitle: 'Your account',
  navigation: 'Account',
  guest: 'Sign in to see your orders, addresses and cards.',
  signIn: 'Sign in to your account',
  needsScript: 'To use your account, turn on JavaScript in your browser.',
  notFound: 'Page not found',
  goToAccount: 'Go to your account',
  unreachable: UNREACHABLE,
  tryAgain: 'Try again',
  saved: 'Saved.',
  cancel: 'Cancel',
} as const;

/** Labels of the account's navigation. */
export const accountPageLabels = {
  overview: 'Overview',
  orders: 'Orders',
  clubs: 'Wine clubs',
  loyalty: 'Loyalty',
  referral: 'Invite a friend',
  favourites: 'Favourites',
  addresses: 'Addresses',
  cards: 'Cards',
  credit: 'Credit and gift cards',
  profile: 'Your details',
  email: 'Change email',
  password: 'Change password',
  sessions: 'Devices',
  privacy: 'Privacy',
} as const;

export const overviewMessages = {
  greeting: (name: string) => `Hello, ${name}`,
  tier: (tier: string) => `You’re a ${tier} member.`,
  recentOrders: 'Recent orders',
  allOrders: 'View all orders',
  signOut: 'Sign out',
  defaultAddress: 'Default address',
  noAddress: 'No address yet.',
  addresses: 'Your addresses',
  addAddress: 'Add an address',
  defaultCard: 'Default card',
  noCard: 'No card yet.',
  cards: 'Your cards',
} as const;

export const orderMessages = {
  empty: 'No orders yet.',
  browse: 'Browse the shelves',
  title: (number: number) => `Order #${number}`,
  /** While it loads, or if there is no such order. */
  untitled: 'Order',
  cases: (cases: number) => (cases === 1 ? '1 case' : `${cases} cases`),
  showOlder: 'Show older orders',
  items: 'Items',
  somethingWrong: 'Something is wrong',
  invoice: 'Print invoice',
  deliveryAddress: 'Delivery address',
  buyAgain: 'Buy again',
  added: (cases: number) => `${cases === 1 ? '1 case' : `${cases} cases`} added to your cart at today’s price${cases === 1 ? '' : 's'}.`,
  viewCart: 'View cart',
  offerUnreachable: (name: string) => `We couldn’t look up ${name}. Please try again.`,
  notSold: (name: string) => `${name} is no longer sold.`,
  soldOut: (name: string) => `${name} is sold out.`,
  notAdded: (name: string) => `We couldn’t add ${name}.`,
  partlyAdded: (name: string, cases: number) => `${name}: we could only add ${cases === 1 ? 'one case' : `${cases} cases`}.`,
} as const;

/** Text of the addresses. "Delete", because the cart dropdown of the page has the buttons named Remove [NAME-28]. */
export const addressMessages = {
  empty: 'No addresses yet.',
  default: 'Your default address',
  edit: 'Edit',
  editAddress: (street: string) => `Edit: ${street}`,
  makeDefault: 'Make default',
  makeAddressDefault: (street: string) => `Make default: ${street}`,
  delete: 'Delete',
  deleteAddress: (street: string) => `Delete: ${street}`,
  add: 'Add an address',
  new: 'New address',
  form: (street: string) => `Edit ${street}`,
  save: 'Save address',
} as const;

/** Text of the cards. "Delete", as for addresses [NAME-28]. */
export const cardMessages = {
  empty: 'No cards yet.',
  name: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  expires: (month: string) => `Expires ${month}`,
  default: 'Your default card',
  makeDefault: 'Make default',
  makeCardDefault: (card: string) => `Make default: ${card}`,
  delete: 'Delete',
  deleteCard: (card: string) => `Delete: ${card}`,
  confirmDeletion: 'Delete card',
  keep: 'Keep card',
  add: 'Add a card',
  addHint: 'You’ll add your card on our payment provider’s secure page. You won’t be charged, and we never see the full number.',
  saved: (card: string, paysClub: boolean) => `Your ${card} is saved${paysClub ? ' and will pay for your club from now on' : ''}.`,
  anyCard: 'card',
  notAdded: 'No card was added.',
  pending: 'We’re still waiting to hear about your card.',
  checkAgain: 'Check again',
} as const;

export const creditMessages = {
  balance: 'Store credit',
  onHold: (amount: string) => `${amount} is on hold for an order in progress.`,
  usage: 'Tick “Use your store credit” at checkout and we’ll use it before your card. It doesn’t expire.',
  sources: 'Credit comes from friends you invite, from us, and from gift cards you add here.',
  addGiftCard: 'Add a gift card',
  code: 'Gift card code',
  codeHint: '16 letters and numbers, in the gift card email.',
  addToCredit: 'Add to my credit',
  checkBalance: 'Check balance',
  expired: (date: string) => `This card expired on ${date}.`,
  cardBalance: (amount: string, date: string) => `This card has ${amount} left and is valid until ${date}.`,
  added: (amount: string) => `We’ve added ${amount} to your store credit. It doesn’t expire.`,
  history: 'Credit history',
  empty: 'No activity yet. {invite} and earn credit on their first order.',
  invite: 'Invite a friend',
  given: 'Gift cards you’ve sent',
  giftCard: 'A gift card',
  giftCardFor: (recipient: string) => `For ${recipient}`,
  sent: (order: number, sentOn: string, expiresOn: string) => `Order #${order}, sent on ${sentOn}, valid until ${expiresOn}`,
  scheduled: (order: number, sendOn: string, expiresOn: string) => `Order #${order}, to be sent on ${sendOn}, valid until ${expiresOn}`,
  give: 'Give a gift card',
} as const;

export const profileMessages = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  birthday: 'Birthday (optional)',
  birthdayHint: 'For a gift on your birthday. It comes by email, so turn on news and offers under Privacy.',
  save: 'Save details',
  confirmed: (email: string) => `You sign in as ${email} (confirmed).`,
  notConfirmed: (email: string) => `You sign in as ${email} (not confirmed yet).`,
  confirmationSent: 'We’ve emailed you a link. It works once and expires in an hour.',
  resendConfirmation: 'Resend confirmation email',
  changeEmail: 'Change your email',
  bounce: {
    problem: (email: string) => `Our emails to ${email} came back, so we’ve stopped sending them.`,
    fix: '{changeEmail} if it’s wrong or full. If it works again, call us and we’ll start sending.',
  },
  complaint: {
    problem: (email: string) =>
      `One of our emails to ${email} was marked as spam, so we only email you about your orders and your account’s security.`,
    fix: '{changeEmail} or call us to get our other emails again.',
  },
} as const;

export const emailMessages = {
  explanation: (email: string) => `You sign in as ${email}. We’ll email a six-digit code to your new address.`,
  newEmail: 'New email',
  sendCode: 'Send code',
  password: 'Password',
  setPassword: 'Set a password',
  signInAgain: 'Sign in again',
  codeSent: (email: string) => `We’ve sent a code to ${email}. It expires in 10 minutes.`,
  codeSentAgain: (email: string) => `We’ve sent another code to ${email}. It expires in 10 minutes.`,
  code: 'Code',
  codeFormat: 'Six digits, from the email',
  change: 'Change email',
  resendCode: 'Resend code',
  useDifferent: 'Use a different email',
  changed: (email: string) => `Your email is now ${email}.`,
} as const;

export const passwordMessages = {
  current: 'Current password',
  new: 'New password',
  hint: 'Changing your password signs you out on all other devices.',
  change: 'Change password',
  changed: 'Password changed.',
} as const;

export const sessionMessages = {
  thisDevice: 'This device',
  lastUsed: (date: string) => `Last used on ${date}`,
  signOut: 'Sign out',
  signOutDevice: (device: string) => `Sign out: ${device}`,
  signOutOthers: 'Sign out all other devices',
} as const;

export const privacyMessages = {
  consent: 'News and offers',
  consentExplanation:
    'Birthday and anniversary gifts come by email, so we only send them if you agree to email. We keep a record of when you agreed and to what. We always email you about your orders and your account.',
  saveConsent: 'Save preferences',
  notifications: 'Notifications on this device',
  notificationsExplanation: 'You can turn notifications about price drops and forgotten carts on or off for each device {atBottom}.',
  atBottom: 'at the bottom of any page',
  data: 'Your data',
  download: 'Download my data',
  delete: 'Delete my account',
  deleteExplanation:
    'This permanently deletes your name, addresses and saved cards. We keep your orders for our records, without your personal details. You may want to {viewOrders} first.',
  viewOrders: 'look at your orders',
  password: 'Password',
  confirmDeletion: 'I understand that this can’t be undone',
} as const;

export const loyaltyMessages = {
  loading: 'Loading your tier…',
  excluded: 'Your account isn’t part of the loyalty program.',
  tier: (tier: string) => `You’re a ${tier} member`,
  benefits: 'Your benefits',
  offers: 'Offers for your tier',
  coupons: 'Your coupons',
  noCoupons: 'None right now. We email you one on your birthday if it’s in your {details} and you’ve {agreed}.',
  details: 'details',
  agreed: 'agreed to email',
  coupon: (discount: string, occasion: 'birthday' | 'anniversary') =>
    `${discount} off, ${occasion === 'birthday' ? 'for your birthday' : 'for your anniversary with us'}`,
  used: 'Used',
  expired: (date: string) => `Expired ${date}`,
  validUntil: (date: string) => `Valid until ${date}`,
  orders: 'Orders that count',
  noOrders: 'Nothing yet. Every order counts as soon as it’s paid for.',
  order: (number: number | null) => (number === null ? 'Order' : `Order #${number}`),
  refund: (number: number | null) => (number === null ? 'Refund' : `Refund of order #${number}`),
  tierChange: (date: string, from: string, to: string) => `${date}: from ${from} to ${to}`,
  program: 'How the tiers work',
} as const;

/** Labels of referrals that brought no credit. */
const REFERRAL_STATES: Readonly<Record<Exclude<ReferralView['friends'][number]['state'], 'credited'>, string>> = {
  reversed: 'Order refunded, credit reversed',
  held: 'Being reviewed',
  refused: 'Not eligible',
};

export const referralMessages = {
  loading: 'Loading your referrals…',
  explanation: (amount: string) =>
    `Your friend gets ${amount} off their first order. Once it’s paid for, you get ${amount} in store credit.`,
  codeFailed: 'We couldn’t load your referral code. Please try again in a moment.',
  link: 'Your link',
  cardText: 'Off your first order',
  linkLabel: 'Link for friends',
  code: 'Or the code: {code}',
  copyLink: 'Copy link',
  copied: { title: 'Copied', text: 'The link is on your clipboard.' },
  notCopied: { title: 'Not copied', text: 'We couldn’t copy the link. Select it and copy it yourself.' },
  share: 'Share',
  emailFriend: 'Email a friend',
  referrals: 'Your referrals',
  balance: '{amount} in store credit to spend at checkout.',
  empty: 'No orders from friends yet.',
  friendsOrder: 'A friend’s order',
  states: REFERRAL_STATES,
  terms:
    'Referrals count for new customers who use a different email, address and card from yours. If their order is refunded, we take the credit back.',
} as const;

export const clubMessages = {
  empty: 'You haven’t joined a club yet. A case comes when you say so, and stops when you say so.',
  browse: 'See the wine clubs',
  all: 'All wine clubs',
} as const;
