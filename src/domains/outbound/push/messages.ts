/** Text of push notifications: the switch in the account, and the notifications. */
import type { ErrorSpec } from '#lib/define-contract.ts';

export const PUSH_ERRORS = {
  push_service_unknown: { status: 422, title: 'Notifications of this browser are not supported.' },
} as const satisfies Record<string, ErrorSpec>;

export const pushMessages = {
  blocked: 'Notifications from this shop are blocked in your browser’s settings.',
  enabled: 'You’ll get a notification on this device when a favourite drops in price or you’ve left something in your cart.',
  turnOn: 'Turn notifications on',
  turnOff: 'Turn notifications off',
  failed: 'That didn’t work. Please try again later.',
  oncePerDay: 'at most one a day',
  oncePer: (hours: number) => (hours === 1 ? 'at most one an hour' : `at most one every ${hours} hours`),
  quiet: (from: string, to: string) => `none between ${from} and ${to}`,
  midnight: 'midnight',
  midday: 'midday',
} as const;

export const notificationMessages = {
  cartTitle: 'Your cart is where you left it',
  cartBody: (item: string) => `${item} is still in it. We don’t hold stock until you pay.`,
  priceTitle: 'Price drop on a favourite',
  priceBody: (name: string, price: string, before: string) => `${name} is ${price} a case now, down from ${before}.`,
} as const;
