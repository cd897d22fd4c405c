/** Text in the drawn pictures of offers, and their alternative text. */
export const pictureMessages = {
  mixedCase: 'Mixed case',
  bottleCount: (count: number) => (count === 1 ? '1 bottle' : `${count} bottles`),
  bottleAlt: (name: string) => `Bottle of ${name}`,
  caseAlt: (packSize: number, name: string) => (packSize === 1 ? `Box of one bottle: ${name}` : `Case of ${packSize}: ${name}`),
  mixedCaseAlt: (packSize: number, names: readonly string[], more: number) =>
    `Mixed case of ${packSize}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  giftCardAlt: (amount: string) => (amount === '' ? 'Gift card' : `Gift card, ${amount}`),
  giftCardPrint: { title: 'Gift card', line: 'Something good for the table' },
} as const;
