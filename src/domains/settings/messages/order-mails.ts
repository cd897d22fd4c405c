/** Emails about orders and gift cards. */
import { bodyWith, button, closing, type MailDefinition, subjectWith } from './mail-parts.ts';

const viewOrder = { title: 'Link to the order', text: 'View your order' } as const;

export const ORDER_MAILS = {
  'order-received': {
    area: 'orders',
    name: 'Order received',
    when: 'Once an order is paid. With its lines, the address and the tax invoice.',
    texts: {
      subject: { title: 'Subject', text: 'Your {shop} order #{number}', uses: ['number'] },
      title: { title: 'Heading', text: 'Order #{number}', uses: ['number'] },
      packing: { title: 'Text', text: 'Thank you. We have your order and are packing it.', uses: ['number'], isLong: true },
      giftCards: {
        title: 'Text of an order of gift cards',
        text: 'Thank you. We have your order, and we’ll email each gift card with its code.',
        uses: ['number'],
        isLong: true,
      },
      view: viewOrder,
    },
  },
  'order-shipped': {
    area: 'orders',
    name: 'Order shipped',
    when: 'When a parcel has left. With its contents, the address, and who may accept it.',
    texts: {
      subjectAll: { title: 'Subject', text: 'Your order #{number} is on its way', uses: ['number'] },
      subjectPart: { title: 'Subject, if it is a part', text: 'Part of your order #{number} is on its way', uses: ['number'] },
      subjectRest: { title: 'Subject, if it is the rest', text: 'The rest of your order #{number} is on its way', uses: ['number'] },
      title: { title: 'Heading', text: 'On its way', uses: ['number'] },
      all: { title: 'Text', text: '{carrier} has your order.', uses: ['carrier', 'number'], isLong: true },
      part: { title: 'Text, if it is a part', text: '{carrier} has this part of your order.', uses: ['carrier', 'number'], isLong: true },
      rest: { title: 'Text, if it is the rest', text: '{carrier} has the rest of your order.', uses: ['carrier', 'number'], isLong: true },
      more: { title: 'What follows a part', text: 'We’ll email you again when the rest is on its way.', uses: ['number'], isLong: true },
      track: button('Track delivery'),
      view: viewOrder,
    },
  },
  'order-delivery-changed': {
    area: 'orders',
    name: 'Delivery changed',
    when: 'When staff change the address or other delivery details of an order. With the new details.',
    texts: {
      subject: { title: 'Subject', text: 'The delivery of your order #{number} changed', uses: ['number'] },
      title: { title: 'Heading', text: 'Your delivery details', uses: ['number'] },
      text: bodyWith(
        'We’ve changed the delivery details of your order #{number}. This is where it goes now. If that isn’t right, please tell us before we send it.',
        ['number'],
      ),
      view: viewOrder,
    },
  },
  'order-items-changed': {
    area: 'orders',
    name: 'Items changed',
    when: 'When staff take wines out of an order before they are sent. With what is sent, and what is not.',
    texts: {
      subject: { title: 'Subject', text: 'Your order #{number} changed', uses: ['number'] },
      title: { title: 'Heading', text: 'Your order has changed', uses: ['number'] },
      text: bodyWith(
        'We’ve taken wines out of your order #{number}. What you paid for them is on its way back to you, and the rest of the order stays as it is. If that isn’t right, please tell us soon.',
        ['number'],
      ),
      view: viewOrder,
    },
  },
  'order-ready-to-collect': {
    area: 'orders',
    name: 'Order ready to collect',
    when: 'When staff make an order ready that the buyer collects in store. With the code, the place, its hours, and who may collect it.',
    texts: {
      subject: { title: 'Subject', text: 'Your order #{number} is ready to collect', uses: ['number'] },
      title: { title: 'Heading', text: 'Ready to collect', uses: ['number'] },
      text: bodyWith('Your order #{number} is packed and waiting for you. Show the code below when you collect it.', ['number']),
      view: viewOrder,
    },
  },
  'order-refunded': {
    area: 'orders',
    name: 'Order refunded',
    when: 'When a refund is done. It also says where the money goes.',
    texts: {
      subject: { title: 'Subject', text: 'Your refund of {amount} for order #{number}', uses: ['amount', 'number'] },
      title: { title: 'Heading', text: 'Your refund', uses: ['amount', 'number'] },
      text: {
        title: 'Text',
        text: 'We have refunded {amount} of your order #{number}.',
        uses: ['amount', 'number'],
        isLong: true,
      },
      view: viewOrder,
    },
  },
  'order-cancelled': {
    area: 'orders',
    name: 'Order cancelled',
    when: 'When an order is cancelled.',
    texts: {
      subject: { title: 'Subject', text: 'Your order #{number} is cancelled', uses: ['number'] },
      title: { title: 'Heading', text: 'Order #{number} is cancelled', uses: ['number'] },
      text: { title: 'Text', text: 'We’ve cancelled your order and won’t send anything.', uses: ['number'], isLong: true },
      refund: {
        title: 'What is refunded',
        text: 'We’re refunding {amount}.',
        uses: ['amount', 'number'],
        needs: ['amount'],
        isLong: true,
      },
      view: viewOrder,
    },
  },
  'order-link': {
    area: 'orders',
    name: 'Link to an order',
    when: 'When somebody tracks an order without an account. The link works for 24 hours.',
    texts: {
      subject: { title: 'Subject', text: 'The link to your order #{number}', uses: ['number'] },
      text: bodyWith('Here is the link to your order #{number}. It works for 24 hours and shows everything about the order.', ['number']),
      view: viewOrder,
      closing: closing('If you didn’t ask for it, ignore this email. Nobody has seen your order.'),
    },
  },
  'payment-link': {
    area: 'orders',
    name: 'Payment link',
    when: 'When staff send the link of an order that they took by phone.',
    texts: {
      subject: { title: 'Subject', text: 'Your order is ready to pay' },
      text: bodyWith(
        'Thank you for calling. Your order is ready: open it, check it, and pay by card. The link works until {day}.\n\nPrices and stock are those of the moment when you pay.',
        ['day'],
        ['day'],
      ),
      action: button('Check and pay'),
      closing: closing('If you didn’t ask for this, you can ignore it. Nothing is charged until you pay.'),
    },
  },
  'claim-received': {
    area: 'orders',
    name: 'Claim received',
    when: 'When a buyer has reported that something is wrong. With what was reported.',
    texts: {
      subject: { title: 'Subject', text: 'We have what you sent about order #{number}', uses: ['number'] },
      text: bodyWith('Sorry that something is wrong with your order #{number}. We’re looking at it and will email you once it’s decided.', [
        'number',
      ]),
      view: button('See what you sent'),
      closing: closing('Keep the bottles until you’ve heard from us.'),
    },
  },
  'claim-credited': {
    area: 'orders',
    name: 'Claim decided, store credit',
    when: 'When staff give store credit for a claim. With their answer.',
    texts: {
      subject: { title: 'Subject', text: '{amount} store credit for your order #{number}', uses: ['amount', 'number'] },
      text: bodyWith(
        'We’ve added {amount} to your store credit for what was wrong with your order #{number}. Use it at checkout.',
        ['amount', 'number'],
        ['amount'],
      ),
      view: button('See the claim'),
      closing: closing('Reply to this email if that doesn’t put it right.'),
    },
  },
  'claim-replaced': {
    area: 'orders',
    name: 'Claim decided, sent again',
    when: 'When staff send cases of a claim again. With the cases and their answer.',
    texts: {
      subject: { title: 'Subject', text: 'We’re sending part of your order #{number} again', uses: ['number'] },
      text: bodyWith(
        'We’re sending you what was wrong with your order #{number} again, at no charge. You’ll get an email once it’s on its way.',
        ['number'],
      ),
      view: button('See the claim'),
      closing: closing('Reply to this email if that doesn’t put it right.'),
    },
  },
  'claim-declined': {
    area: 'orders',
    name: 'Claim decided, declined',
    when: 'When staff decline a claim. With their reason.',
    texts: {
      subject: { title: 'Subject', text: 'About what you sent for order #{number}', uses: ['number'] },
      text: bodyWith('We’ve looked at what you sent about your order #{number}, and can’t refund it.', ['number']),
      view: button('See the claim'),
      closing: closing('Call us if you think we’ve missed something.'),
    },
  },
  'payment-failed': {
    area: 'orders',
    name: 'Payment failed',
    when: 'When a card was declined and the order was not placed.',
    texts: {
      subject: { title: 'Subject and heading', text: 'Your payment didn’t go through' },
      text: bodyWith(
        'We couldn’t charge {amount} to your card, so your order wasn’t placed. Your cart is saved, but we’re no longer holding the stock for you.\n\nTry another card, or ask your bank why it said no.',
        ['amount'],
      ),
      action: button('Back to your cart'),
    },
  },
  'gift-card': {
    area: 'orders',
    name: 'Gift card',
    when: 'To whom a gift card is for, on the day that the buyer chose. With the code and the buyer’s message.',
    texts: {
      subject: subjectWith('A {worth} {shop} gift card for you', ['worth']),
      given: {
        title: 'Who it is from',
        text: '{sender} has given you a {worth} {shop} gift card.',
        uses: ['sender', 'worth'],
        needs: ['sender'],
        isLong: true,
      },
      sent: { title: 'Instead, without a name', text: 'You’ve been sent a {worth} {shop} gift card.', uses: ['worth'], isLong: true },
      use: {
        title: 'How to use it',
        text: 'Enter this code at checkout. It’s valid until {day}, for one order or several.',
        uses: ['day', 'worth'],
        needs: ['day'],
        isLong: true,
      },
      action: button('Find a wine'),
      balance: { title: 'Second link', text: 'Check the balance' },
      closing: closing('Anyone with the code can use it, so keep it safe.'),
    },
  },
} as const satisfies Readonly<Record<string, MailDefinition>>;
