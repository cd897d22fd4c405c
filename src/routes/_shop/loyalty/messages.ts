/** Text of the loyalty pages. */
import { plural } from '#lib/plural.ts';

export const loyaltyPageMessages = {
  home: 'Home',
  title: 'Loyalty',
  intro: (months: number) => `Every order counts for ${plural(months, 'month')}. The more you buy, the more we set aside for you.`,
  checkTier: 'Check your tier',
  invitation: 'By invitation',
  fromDayOne: 'From day one',
  from: (amount: string, months: number) => `From ${amount} in ${plural(months, 'month')}`,
  members: (tier: string) => `${tier} members`,
  invitationOnly: 'By invitation only.',
  everyone: 'Everyone with an account starts here.',
  spend: (amount: string, months: number) =>
    `Spend ${amount} within ${plural(months, 'month')} to reach this tier. We count delivery, less any refunds.`,
  birthday: (discount: string) => `For your birthday: ${discount} off an order.`,
  anniversary: (discount: string) => `On each anniversary of joining: ${discount} off an order.`,
} as const;

export const tierOfferMessages = {
  title: 'Offers for your tier',
  noScript: 'To see these offers, turn on JavaScript in your browser.',
  forMembers: 'Offers for members',
  forTier: (tier: string) => `Offers for ${tier} members`,
  guest: 'Some parcels are too small for the shelf. We keep them for members, tier by tier.',
  signIn: 'Sign in to see yours',
  howItWorks: 'How the tiers work',
  newTier: 'New',
  otherTier: (tier: string) => `That link is for ${tier} members. Here are the offers for your tier.`,
  setAside: 'Set aside for you, while stocks last.',
  loading: 'Loading your offers…',
  failed: 'We can’t reach the shop right now. Please try again.',
  empty: 'There’s nothing set aside for you today.',
  browse: 'Browse the shelves',
  offers: 'The offers',
} as const;
