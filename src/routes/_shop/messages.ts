/** Text of single shop pages. */
export const favouritesPageMessages = {
  title: 'Favourites',
  inAccount: 'See favourites in your account',
  guest: 'Saved for this browser for a year. {signIn} to save them to your account.',
  signIn: 'Sign in',
  noScript: 'To see your favourites, turn on JavaScript in your browser.',
} as const;

export const preferredWinesPageMessages = {
  titles: { wine: 'Wines for you', spirits: 'Bottles for you' },
  intro: 'A few easy questions. We’ll suggest what you might like, and tell you why.',
  noScript: 'To answer the questions, turn on JavaScript in your browser.',
} as const;

export const offlineMessages = {
  title: 'You’re offline',
  text: 'You haven’t opened this page on this device before, so we can’t show it offline. Your cart and the pages you opened recently still work.',
  viewCart: 'View cart',
  home: 'Go to the home page',
} as const;

export const unsubscribeMessages = {
  title: 'Unsubscribe',
  invalidTitle: 'This unsubscribe link isn’t valid',
  invalid: 'Use the link in your latest email from us, or sign in and change your choice under {privacy}.',
  privacy: 'Privacy',
  channels: { email: 'email', sms: 'text message' },
  explanation: (channel: string) =>
    `We’ll stop sending you news and offers by ${channel}, birthday gifts included. We’ll still write about your orders and your account.`,
  unsubscribe: 'Unsubscribe',
  doneTitle: 'You’re unsubscribed',
  done: (channel: string) => `We won’t send you news and offers by ${channel}. You can turn them on again under {privacy} in your account.`,
} as const;

export const giftCardBalanceMessages = {
  title: 'Gift card balance',
  description: (shopName: string) => `Check the balance and expiry date of a ${shopName} gift card.`,
  home: 'Home',
  giftCards: 'Gift cards',
  balance: 'Balance',
  heading: 'Check a gift card balance',
  enterCode: 'Enter the code of your gift card',
  unreachable: 'We can’t reach the shop. Please try again.',
  code: 'Gift card code',
  codeHint: '16 letters and digits, in the email that brought it.',
  checkBalance: 'Check balance',
  expired: (date: string) => `This card expired on ${date}.`,
  left: (initial: string, date: string) => `left of ${initial}. Valid until ${date}.`,
  use: 'Use your gift card at checkout.',
  buy: 'Buy a gift card',
  noScript: 'To check a balance, turn on JavaScript in your browser.',
} as const;

export const mailboxMessages = {
  title: 'Mailbox',
  reload: 'Reload',
  empty: 'Nothing has been sent yet.',
  sentTo: (to: string, at: string) => `To ${to}, ${at}`,
  frame: 'The mail',
  plainText: 'As plain text',
} as const;
