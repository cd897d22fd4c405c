/** Text of the browser's cart store: toasts, announcements, problems. */
import { formatCases, formatStockLeft } from './notices.ts';

/** Toasts about stock and limits. */
export const TOASTS = {
  /** [CART-67] */
  soldOut: { title: 'Refreshing your cart...', text: 'Apologies, but the offer has sold out!' },
  /** [CART-68] */
  inventoryFailed: { title: 'Something went wrong...', text: 'Failed to check inventory, please try later.' },
  /** [CART-69] */
  limit: { title: 'Uh-oh!', text: "There's a limit of {n} per customer for this offer!" },
  /** [CART-70] */
  limitUnknown: { title: 'Uh-oh!', text: 'Unable to verify purchase limits. Please try again later.' },
  /** [CART-71] */
  addedLow: { title: 'Hurry!', text: "Selling FAST! Don't miss out!" },
  /** [CART-72] */
  added: { title: '', text: 'Item added to your cart!' },
  /** [CART-35] */
  storage: { title: '', text: 'Could not load cart storage provider' },
} as const;

/** Announcements, errors and problems of the browser's cart store. */
export const cartStoreMessages = {
  failed: 'Sorry, something went wrong!',
  signIn: 'Sign in',
  lineAdded: (name: string) => `${name} added to your cart.`,
  lineRemoved: (name: string) => `${name} removed from your cart.`,
  lineRestored: (name: string) => `${name} is back in your cart.`,
  couponApplied: (code: string) => `Coupon ${code} applied.`,
  couponRemoved: (code: string) => `Coupon ${code} removed.`,
  linkedCartGone: 'The cart in that link is empty or has expired.',
  soldOut: (name: string) => `${name} has sold out. Remove it to continue.`,
  notEnoughStock: (remaining: number, name: string) =>
    remaining === 0
      ? `No cases of ${name} are left. Change the quantity to continue.`
      : `Only ${formatCases(remaining)} of ${name} ${remaining === 1 ? 'is' : 'are'} left. Change the quantity to continue.`,
  casesLeft: (remaining: number) => `${formatStockLeft(remaining)} left.`,
  caseOf: (name: string, packSize: number) => (packSize > 1 ? `${name}, case of ${packSize}` : name),
} as const;
