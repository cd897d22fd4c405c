/** Text on printed gift cards. */
export const giftCardDocumentMessages = {
  title: (shopName: string) => `${shopName} gift card`,
  to: 'To',
  from: 'From',
  value: 'Value',
  validUntil: 'Valid until',
  code: 'Code',
  scan: 'Scan to copy the code',
  message: 'Message',
  use: (host: string, balanceAddress: string) =>
    `To use it, enter the code at the checkout of ${host}. What you don’t spend stays on the card: see it at ${balanceAddress}.`,
} as const;
