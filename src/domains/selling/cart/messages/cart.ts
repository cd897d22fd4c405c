/** Text of the cart page and the cart dropdown. */
import { formatUnits } from './buttons.ts';

export const cartPageMessages = {
  pageTitle: 'Your cart',
  title: 'Your cart',
  items: 'Cart items',
  itemsTitle: 'Items in your cart',
  summary: 'Order summary',
  updating: 'Updating your cart…',
  continueShopping: 'Continue shopping',
  viewCart: 'View cart',
  bottles: (count: string) => (count === '1' ? '1 bottle' : `${count} bottles`),
} as const;

/** Text of a line. `Remove` is fixed [NAME-3]. */
export const cartLineMessages = {
  gift: 'With our thanks',
  free: 'Free',
  rrp: 'RRP',
  off: (amount: string) => `${amount} off`,
  remove: 'Remove',
  freeWith: (promotions: string) => `free with ${promotions}`,
  giftCard: (price: string) => `Sent by email, ${price} a card`,
  bottle: (price: string) => `${price}\u00a0a\u00a0bottle`,
  caseOf: (content: string) => `Case of ${content}`,
  soldOut: 'Sold out',
  stockLeft: (units: string) => `Only ${units} left`,
  removed: (name: string) => `${name} was removed from your cart.`,
  putBack: 'Put it back',
  availableGift: (name: string) => `${name} is free with this order.`,
  takeGift: 'Add your free gift',
} as const;

/** Text of the problems and notices above the lines. */
export const cartNoticeMessages = {
  merging: 'We’re combining your two carts.',
  offlineTitle: 'We can’t reach the cellar.',
  offline: 'Your changes are saved on this device. We’ll try again in a few seconds.',
  tryNow: 'Try now',
  tryAgain: 'Try again',
  signIn: 'Sign in',
  dismiss: 'Dismiss',
} as const;

/** Text of the order summary. `Checkout` is fixed [NAME-5]. */
export const cartSummaryMessages = {
  offers: 'Offers for this cart',
  delivery: (region: string | null) => (region ? `Delivery to ${region}` : 'Delivery'),
  free: 'Free',
  total: 'Total',
  tax: (amount: string, taxName: string) => `Includes ${amount} ${taxName}.`,
  savings: (amount: string) => `You save ${amount} off RRP.`,
  regionFee: (regions: string, amount: string) => `Delivery to ${regions} costs ${amount}.`,
  checkout: 'Checkout',
  receipt: (email: string) => `We’ll email your receipt to ${email}.`,
  change: 'Change',
  freeDelivery: 'You’ve got free delivery.',
  freeDeliveryWith: (promotions: string) => `Free delivery with ${promotions}.`,
  freeDeliveryFrom: (cases: number) => `Free delivery on ${formatUnits(cases, 'case')} or more. Single bottles don’t count.`,
  addMore: (amount: string) => `Add ${amount} more`,
  addMoreBenefit: 'and delivery is free.',
} as const;

/** Text of the coupon form. The label and the button are fixed [NAME-4] [NAME-22]. */
export const couponMessages = {
  code: 'Coupon code',
  apply: 'Apply coupon',
  signIn: 'Sign in',
  applied: 'Applied coupons',
  freeDelivery: 'free delivery',
  off: (amount: string) => `${amount} off`,
  delete: 'Delete',
  /** Fixed [NAME-30]. Not "Remove", by which clients find the button of a line. */
  deleteCoupon: (code: string) => `Delete coupon ${code}`,
} as const;
