/** Text of the checkout pages. */
export const checkoutMessages = {
  title: 'Checkout',
  paymentCancelled: 'You cancelled the payment. You haven’t been charged, and your details are saved.',
  contact: 'Contact',
  delivery: 'Delivery',
  age: 'Your age',
  payment: 'Payment',
  review: 'Review',
  goToCart: 'Go to your cart',
  offline: 'We can’t reach the shop. Your details are safe on this device, and we’ll save them when you’re back online.',
  /** Fixed [NAME-23]. */
  placeOrder: 'Place order',
  yourOrder: 'Your order',
  unreachable: 'We can’t reach the shop. Please try again.',
  free: 'Free',
} as const;

export const checkoutExpiredMessages = {
  title: 'Your checkout has expired',
  notCharged: 'You haven’t been charged.',
  explanation: 'A checkout is open for 30 minutes. Your cart and your details are saved.',
  startAgain: 'Start checkout again',
  emptyTitle: 'Your cart is empty',
  emptyExplanation: 'There’s nothing to order. We’ll keep your details for 30 minutes.',
  backToCart: 'Back to your cart',
} as const;

export const checkoutLayoutMessages = {
  steps: { details: 'Your details', payment: 'Payment', confirmation: 'Confirmation' },
  skip: 'Skip to main content',
  home: (shopName: string) => `${shopName}, home`,
  backToCart: 'Back to cart',
  noScript: 'To check out, turn on JavaScript in your browser. Your cart is saved.',
  questions: 'Questions? Call us on',
} as const;

/** Labels and help of the form. The labels are fixed [NAME-13, NAME-14, NAME-15, NAME-16, NAME-17, NAME-18, NAME-19, NAME-20, NAME-21]. */
export const checkoutFieldMessages = {
  email: { label: 'Email', help: 'We’ll email your receipt here.' },
  accountEmail: 'Your receipt goes to your account’s email. To use another address, change it in your account.',
  firstName: 'First name',
  lastName: 'Last name',
  phone: { label: 'Phone', help: 'For the driver on delivery day.', helpWithoutDelivery: 'In case we have a question about your order.' },
  address: { label: 'Address' },
  suburb: 'Suburb',
  state: 'State',
  postcode: 'Postcode',
  instructions: { label: 'Delivery instructions', help: 'Optional. For example: side gate, ring twice, mind the dog.' },
  giftMessage: { label: 'Gift message', help: 'Sending a gift? We’ll write this on a card.' },
  dateOfBirth: {
    label: 'Date of birth',
    help: 'You must be 18 or over to buy alcohol. We check your date of birth but don’t store it.',
  },
  authorityToLeave: 'Leave my order in a safe place if no one’s home (authority to leave)',
  deliveryDay: 'Delivery day',
  soon: 'As soon as possible',
  holdUntil: { label: 'Hold until', help: 'Optional. Away for a while? We’ll send it from this day on.' },
  handover: 'How would you like to get it?',
  deliver: 'Deliver it',
  collectFrom: (place: string) => `Collect from ${place}`,
  collectFree: 'Free',
  collectReady: 'We’ll email you a code when it’s ready.',
  collectHours: (hours: string) => `Open: ${hours}`,
  collectBring: (bring: string) => `Bring: ${bring}`,
  standardDelivery: 'Standard delivery',
  noEstimate: 'No result',
  feeByPostcode: 'An estimate: the delivery fee depends on your postcode.',
  suggestions: 'Did you mean one of these?',
  savedAddresses: 'Your addresses',
  otherEmail: 'The link you opened was for another address.',
  acceptEmail: (email: string) => `Use ${email}`,
} as const;

export const paymentStepMessages = {
  giftCardCode: 'Gift card code',
  enterGiftCardCode: 'Enter the gift card code.',
  applyGiftCard: 'Apply gift card',
  giftCards: 'Gift cards',
  balance: (amount: string) => `balance ${amount}`,
  remove: 'Remove',
  removeGiftCard: (label: string) => `Remove: ${label}`,
  useCredit: 'Use your store credit of',
  nothingToPay: 'There’s nothing left to pay, so you don’t need a card.',
  card: 'Card',
  endingIn: 'ending in',
  expiry: (isExpired: boolean, date: string) => `${isExpired ? 'expired' : 'expires'} ${date}`,
  newCard: 'Use a new card',
  saveCard: 'Save this card for next time. Our payment provider stores it; we never see the full number.',
  next: 'Next, you’ll enter your card details on our payment provider’s secure page.',
} as const;

export const paymentReturnMessages = {
  title: 'Confirming your payment',
  wait: 'This can take a moment. Please keep this page open.',
  slow: 'This is taking longer than usual. We’re still checking with the payment provider. You won’t be charged twice, and your order is safe.',
  noScript: 'JavaScript is turned off, so this page can’t update itself. In a few seconds,',
  checkOrder: 'check your order',
} as const;

export const guestMessages = {
  pageTitle: 'Checkout as a guest',
  title: 'Check out as a guest',
  explanation: 'You don’t need an account. We’ll only email you about this order.',
  email: 'Email',
  continue: 'Continue as guest',
  haveAccount: 'Have an account?',
  signIn: 'Sign in',
  signInBenefit: 'to use your saved addresses and cards, or continue as a guest.',
} as const;

export const orderLineMessages = {
  free: 'Free',
  more: (count: number) => `And ${count} more`,
  freeDeliveryHint: (condition: string) => `Delivery is free if you ${condition}.`,
} as const;
