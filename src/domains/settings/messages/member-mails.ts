/** Emails about accounts, wine clubs and rewards. */
import { body, bodyWith, button, closing, type MailDefinition, subject, subjectWith } from './mail-parts.ts';

const NOT_YOU = 'If you didn’t ask for this, you can ignore this email.';
const GOOD_NEWS = 'Cheers,';
const BAD_NEWS = 'Regards,';
const seeMembership = button('See your membership');

export const MEMBER_MAILS = {
  'account-join': {
    area: 'accounts',
    name: 'New account',
    when: 'When somebody opens an account. With a link that confirms the address.',
    texts: {
      subject: subject('Confirm your email'),
      text: body('Confirm your email to open your account. The link works once and expires in an hour.'),
      action: button('Confirm my email'),
      closing: closing(NOT_YOU),
    },
  },
  'account-exists': {
    area: 'accounts',
    name: 'Account exists already',
    when: 'When somebody opens an account with an address that has one.',
    texts: {
      subject: subject('You already have an account'),
      text: body(
        'Someone, probably you, tried to create an account with this email. You already have one, so nothing has changed.\n\nSign in as usual, or reset your password if it has slipped your mind.',
      ),
      action: button('Sign in'),
      closing: closing('If it wasn’t you, there’s nothing you need to do.'),
    },
  },
  'account-confirm': {
    area: 'accounts',
    name: 'Confirm an address',
    when: 'When somebody asks for the link again that confirms an address.',
    texts: {
      subject: subject('Confirm your email'),
      text: body('Please confirm that this is your email address. The link works once and expires in an hour.'),
      action: button('Confirm my email'),
      closing: closing(NOT_YOU),
    },
  },
  'password-reset': {
    area: 'accounts',
    name: 'Reset a password',
    when: 'When somebody has lost a password. With a link to choose another.',
    texts: {
      subject: subject('Reset your password'),
      text: body('Use this link to choose a new password. The link works once and expires in an hour.'),
      action: button('Reset your password'),
      closing: closing(NOT_YOU),
    },
  },
  'password-changed': {
    area: 'accounts',
    name: 'Password changed',
    when: 'After a password was changed.',
    texts: {
      subject: subject('Your password has been changed'),
      text: body('We’ve changed your password and signed you out on all other devices.'),
      closing: {
        title: 'Closing',
        text: 'If this wasn’t you, reset your password now and call us on {phone}.',
        uses: ['phone'],
      },
    },
  },
  'email-code': {
    area: 'accounts',
    name: 'Code for a new address',
    when: 'When somebody changes the address of an account. To the new address, with a code to type.',
    texts: {
      subject: subject('Your {shop} code'),
      text: body('Enter this code on the page where you’re changing your email. It expires in 10 minutes.'),
      closing: closing(NOT_YOU),
    },
  },
  'email-changed': {
    area: 'accounts',
    name: 'Address changed',
    when: 'After the address of an account was changed. To the old address, with a link that undoes it.',
    texts: {
      subject: subject('Your email address has been changed'),
      text: bodyWith(
        'Your account now uses {email}. This address no longer signs you in.\n\nIf this wasn’t you, change it back now. We’ll sign you out everywhere and ask you to choose a new password. The link works once and expires in 7 days.',
        ['email'],
        ['email'],
      ),
      action: button('Change it back'),
      closing: closing('If you made this change, you can ignore this email.'),
    },
  },
  'club-welcome': {
    area: 'clubs',
    name: 'Welcome to a club',
    when: 'When somebody has joined a wine club and paid the first case.',
    texts: {
      subject: subjectWith('Welcome to {club}', ['club']),
      text: bodyWith(
        'We’re packing your first case, and we’ll email your receipt separately. Your next case will be charged on {day}, and we’ll email you before that.\n\nSkip, pause, swap or cancel whenever you like. It takes two clicks.',
        ['club', 'day'],
        ['day'],
      ),
      action: seeMembership,
      closing: closing(GOOD_NEWS),
    },
  },
  'club-reminder': {
    area: 'clubs',
    name: 'Before a case is charged',
    when: 'Some days before each case, as the rules of clubs have it. With a link that skips it.',
    texts: {
      subject: subjectWith('We’re sending your next case on {day}', ['club', 'case', 'day']),
      text: bodyWith(
        '{case}, from {club}. {payment}\n\nIf that suits you, there’s nothing to do. If not, skip it, swap it or change the address before then.',
        ['case', 'club', 'payment', 'day'],
        ['payment'],
      ),
      action: button('Skip or change this delivery'),
      closing: closing(GOOD_NEWS),
    },
  },
  'club-declined': {
    area: 'clubs',
    name: 'Card declined',
    when: 'When the card of a member was declined and is tried again.',
    texts: {
      subject: subjectWith('We couldn’t charge your card', ['club', 'amount']),
      text: bodyWith(
        'We tried to charge {amount} for your case of {club}, and your card was declined. You haven’t been charged, and we haven’t sent anything.\n\nWe’ll try again on {day}. You can choose another card before then.',
        ['amount', 'club', 'day'],
        ['day'],
      ),
      action: button('Choose another card'),
      closing: closing(BAD_NEWS),
    },
  },
  'club-paused': {
    area: 'clubs',
    name: 'Paused after declined cards',
    when: 'When the last attempt was declined and the membership was paused.',
    texts: {
      subject: subjectWith('{club} is paused', ['club']),
      text: bodyWith(
        'Your card was declined again, so we’ve skipped this delivery and paused your membership. You won’t be charged while it’s paused.\n\nChoose another card and resume to start getting cases again.',
        ['club'],
      ),
      action: button('Choose a card and resume'),
      closing: closing(BAD_NEWS),
    },
  },
  'club-sold-out': {
    area: 'clubs',
    name: 'Case sold out',
    when: 'When a case is not in stock on its day.',
    texts: {
      subject: subjectWith('Your case has sold out for now', ['club']),
      text: bodyWith(
        'The case that was due from {club} has sold out. You haven’t been charged. We’ll check again on {day}.\n\nIf you would rather not wait, swap it for another case.',
        ['club', 'day'],
        ['day'],
      ),
      action: button('Swap the case'),
      closing: closing(BAD_NEWS),
    },
  },
  'club-skipped': {
    area: 'clubs',
    name: 'Delivery skipped',
    when: 'When a case that was sold out did not come back in time.',
    texts: {
      subject: subjectWith('We’ve skipped this delivery', ['club']),
      text: bodyWith(
        'The case from {club} didn’t come back into stock, so we’ve skipped this delivery. You haven’t been charged.\n\nThe next one is due on {day}.',
        ['club', 'day'],
        ['day'],
      ),
      action: seeMembership,
      closing: closing(BAD_NEWS),
    },
  },
  'club-ended': {
    area: 'clubs',
    name: 'Case no longer offered',
    when: 'When a club no longer offers what a member has chosen.',
    texts: {
      subject: subjectWith('{club} is paused', ['club']),
      text: bodyWith(
        '{club} no longer offers the case or the frequency you chose, so we’ve paused your membership. You haven’t been charged.\n\nIf it has another case that you like, swap and resume.',
        ['club'],
      ),
      action: seeMembership,
      closing: closing(BAD_NEWS),
    },
  },
  'club-changed': {
    area: 'clubs',
    name: 'Membership changed by staff',
    when: 'When staff changed a membership for its owner.',
    texts: {
      subject: subjectWith('Your membership of {club}', ['club']),
      text: bodyWith(
        '{change}\n\nIf you didn’t ask us to do this, please reply to this email. You can also change everything yourself in your account.',
        ['change', 'club'],
        ['change'],
      ),
      action: seeMembership,
      closing: closing(GOOD_NEWS),
    },
  },
  'club-card': {
    area: 'clubs',
    name: 'Link to the card',
    when: 'When staff send a member the link to the card.',
    texts: {
      subject: subjectWith('Please check the card for your wine club', ['club']),
      text: bodyWith(
        'Here’s the link to the card that pays for {club}. Sign in, then choose another card or add a new one.\n\nYou’ll enter a new card on our payment provider’s secure page. Please don’t send card numbers by email or phone.',
        ['club'],
      ),
      action: button('Choose a card'),
      closing: closing(GOOD_NEWS),
    },
  },
  'club-address': {
    area: 'clubs',
    name: 'Link to the address',
    when: 'When staff send a member the link to the address.',
    texts: {
      subject: subjectWith('Please check the address for your wine club', ['club']),
      text: bodyWith('Here’s the link to where we send your cases of {club}. Sign in, then choose another address or add a new one.', [
        'club',
      ]),
      action: button('Change the address'),
      closing: closing(GOOD_NEWS),
    },
  },
  'club-left': {
    area: 'clubs',
    name: 'Membership cancelled',
    when: 'When a member has left a club.',
    texts: {
      subject: subjectWith('You have left {club}', ['club']),
      text: bodyWith(
        'Your membership is cancelled and we won’t charge you again. Cases you’ve already paid for are still on their way.\n\nYou are welcome back whenever you like.',
        ['club'],
      ),
      action: button('See your wine clubs'),
      closing: closing(GOOD_NEWS),
    },
  },
  'tier-reached': {
    area: 'rewards',
    name: 'Tier reached',
    when: 'When an order lifts a customer to a tier.',
    texts: {
      subject: subjectWith('You’re now a {tier} member', ['tier']),
      text: bodyWith('Your last order took you to {tier}. See what you get in your account.', ['tier']),
      action: button('See your benefits'),
      closing: closing(GOOD_NEWS),
    },
  },
  birthday: {
    area: 'rewards',
    name: 'Birthday',
    when: 'On the birthday of customers who get news and offers, with a coupon.',
    texts: {
      subject: subjectWith('Happy birthday', ['amount']),
      text: bodyWith(
        'A birthday wants something to pour. Here’s {amount} off an order. Use it once, by {day}: sign in and enter the code in your cart. It only works with your account.',
        ['amount', 'day'],
        ['amount', 'day'],
      ),
      action: button('Browse the shelves'),
      closing: closing('With best wishes,'),
    },
  },
  anniversary: {
    area: 'rewards',
    name: 'Anniversary',
    when: 'On the day on which customers who get news and offers joined, with a coupon.',
    texts: {
      subject: subjectWith('Another year together', ['amount']),
      text: bodyWith(
        'It’s another year since you joined us, and we’re glad you did. Here’s {amount} off an order. Use it once, by {day}: sign in and enter the code in your cart. It only works with your account.',
        ['amount', 'day'],
        ['amount', 'day'],
      ),
      action: button('Browse the shelves'),
      closing: closing('With best wishes,'),
    },
  },
  'referral-credit': {
    area: 'rewards',
    name: 'Referral credit',
    when: 'When a friend has placed a first order with somebody’s code.',
    texts: {
      subject: subjectWith('{amount} for you, from a friend’s first order', ['amount']),
      text: bodyWith(
        'A friend has placed their first order with your code, so we’ve added {amount} to your store credit. Use it at checkout.',
        ['amount'],
        ['amount'],
      ),
      action: button('See your credit'),
      closing: closing('Thanks for spreading the word,'),
    },
  },
} as const satisfies Readonly<Record<string, MailDefinition>>;
