/** Text of orders: the page of an order, and the e-mails about it. */

export const orderMessages = {
  thanks: (firstName: string) => (firstName === '' ? 'Thank you' : `Thank you, ${firstName}`),
  title: (number: number) => `Order #${number}`,
  next: 'What happens next',
  receipt: 'Your receipt',
  receiptSentTo: 'is on its way to',
  packing: 'We’ll pack your order',
  packed: 'and email you when the driver has it.',
  giftCards: 'We’ll email each gift card',
  giftCardCodes: 'with its code.',
  arrives: 'It arrives.',
  deliveryAddress: 'Delivery address',
  giftMessage: (message: string) => `Gift message: “${message}”`,
  print: (document: string) => `Print ${document.toLowerCase()}`,
  backToShop: 'Back to the shop',
  refunded: 'Refunded',
  sentTo: (email: string) => `Sent to ${email}.`,
  questions: 'Questions? Call us on',
  shipments: (count: number) => (count === 1 ? 'Shipment' : 'Shipments'),
  refunds: (count: number) => (count === 1 ? 'Refund' : 'Refunds'),
  history: 'Order history',
  track: (trackingNumber: string) => (trackingNumber === '' ? 'Track delivery' : `Track ${trackingNumber}`),
  inProgress: 'in progress',
} as const;

/** Text of the e-mails about an order. */
export const orderEmailMessages = {
  viewOrder: 'View your order',
  deliveryAddress: 'Delivery address',
  free: 'Free',
  questions: (phone: string) => `Questions? Call ${phone}.`,
  reason: (reason: string) => `Reason: ${reason}`,
  refundToCard: 'It’s going back to the card you paid with. It can take your bank a few days to show it.',
  refundToCredit: 'It’s back on the gift card or store credit you paid with, ready to use.',
  refundToBoth: (toCard: string, rest: string) =>
    `${toCard} is going back to the card you paid with. It can take your bank a few days to show it. ${rest} is back on your gift card or store credit.`,
  receipt: {
    subject: (number: number) => `Your Cellardoor order #${number}`,
    title: (number: number) => `Order #${number}`,
    packing: 'Thank you. We have your order and are packing it.',
    giftCards: 'Thank you. We have your order, and we’ll email each gift card with its code.',
    driver: 'For the driver',
    giftMessage: 'Gift message',
    currency: (currency: string) => `Amounts in ${currency}`,
  },
  /** About the whole order, a part of it, or the rest after earlier parts. */
  shipment: {
    subject: {
      all: (number: number) => `Your order #${number} is on its way`,
      part: (number: number) => `Part of your order #${number} is on its way`,
      rest: (number: number) => `The rest of your order #${number} is on its way`,
    },
    carrier: {
      all: (carrier: string) => `${carrier} has your order.`,
      part: (carrier: string) => `${carrier} has this part of your order.`,
      rest: (carrier: string) => `${carrier} has the rest of your order.`,
    },
    title: 'On its way',
    more: 'We’ll email you again when the rest is on its way.',
    trackingNumber: 'Tracking number',
    track: 'Track delivery',
  },
  refund: {
    subject: (amount: string, number: number) => `Your refund of ${amount} for order #${number}`,
    title: 'Your refund',
    text: (amount: string, number: number) => `We have refunded ${amount} of your order #${number}.`,
    row: 'Refund',
  },
  cancellation: {
    subject: (number: number) => `Your order #${number} is cancelled`,
    title: (number: number) => `Order #${number} is cancelled`,
    text: 'We’ve cancelled your order and won’t send anything.',
    refund: (amount: string) => `We’re refunding ${amount}.`,
  },
  paymentFailed: {
    title: 'Your payment didn’t go through',
    text: (amount: string) =>
      `We couldn’t charge ${amount} to your card, so your order wasn’t placed. Your cart is saved, but we’re no longer holding the stock for you.`,
    advice: 'Try another card, or ask your bank why it said no.',
    action: 'Back to your cart',
  },
} as const;
