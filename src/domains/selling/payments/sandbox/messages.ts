/** Text of the sandbox gateway's payment page. */
export const sandboxMessages = {
  name: 'Sandbox gateway',
  testOnly: 'Test payments only. No real cards, no real money.',
  notCharged: 'You won’t be charged',
  tryAnotherCard: 'You can try another card.',
  waitingTitle: 'Waiting for the bank',
  waiting: (isCharged: boolean) =>
    `We haven’t heard from your bank yet. We’ll take you back to the shop, which will keep checking.${isCharged ? ' You won’t be charged twice.' : ''}`,
  backToShop: 'Back to the shop',
  confirmTitle: 'Is this you?',
  confirm: (amount: string | null) =>
    `Your bank asks you to confirm ${amount === null ? 'this card before it is saved' : `${amount} before it is charged`}.`,
  approve: 'Approve',
  decline: 'Decline',
  cancel: 'Cancel and go back',
  noScript: 'This page needs JavaScript, so that your card’s number never leaves your browser.',
  noResponse: 'We didn’t get an answer. Please try again; you won’t be charged twice.',
  saveCard: 'Save card',
  pay: 'Pay',
  payment: {
    captured: { title: 'Payment complete', text: 'The card was charged once. There’s nothing more to do.' },
    cancelled: { title: 'This payment was cancelled', text: 'You haven’t been charged.' },
    refunded: { title: 'This payment was refunded', text: 'The payment has been refunded.' },
  },
  setup: {
    captured: { title: 'Card saved', text: 'You haven’t been charged. There’s nothing more to do.' },
    cancelled: { title: 'No card was saved', text: 'You haven’t been charged.' },
    refunded: { title: 'This payment was refunded', text: 'The payment has been refunded.' },
  },
} as const;

/** Labels of the card form. They are fixed [CHK-35]. */
export const cardFormMessages = {
  title: 'Card',
  number: 'Card number',
  expiry: 'Expiry',
  expiryFormat: 'MM/YY',
  securityCode: 'Security code',
  nameOnCard: 'Name on card',
  testCards: 'Test cards',
  useCard: 'Use this card',
  anyDetails: 'Use any future expiry date, security code and name.',
} as const;
