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
  expected: (days: string) => `Expected ${days}`,
  addToCalendar: 'Add to calendar',
  calendarTitle: (shopName: string) => `Delivery from ${shopName}`,
  giftMessage: (message: string) => `Gift message: “${message}”`,
  print: (document: string) => `Print ${document.toLowerCase()}`,
  download: (document: string) => `Download ${document.toLowerCase()} (PDF)`,
  somethingWrong: 'Something is wrong',
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

/** Text of the e-mails about an order that the retailer cannot change. The other texts are among the settings. */
export const orderEmailMessages = {
  deliveryAddress: 'Delivery address',
  free: 'Free',
  questions: (phone: string) => `Questions? Call ${phone}.`,
  reason: (reason: string) => `Reason: ${reason}`,
  refundToCard: 'It’s going back to the card you paid with. It can take your bank a few days to show it.',
  refundToCredit: 'It’s back on the gift card or store credit you paid with, ready to use.',
  refundToBoth: (toCard: string, rest: string) =>
    `${toCard} is going back to the card you paid with. It can take your bank a few days to show it. ${rest} is back on your gift card or store credit.`,
  refundRow: 'Refund',
  driver: 'For the driver',
  giftMessage: 'Gift message',
  currency: (currency: string) => `Amounts in ${currency}`,
  trackingNumber: 'Tracking number',
  takenOut: 'Not sent any more',
} as const;
