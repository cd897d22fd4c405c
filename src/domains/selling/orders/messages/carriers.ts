/** What staff read about carriers. `name` is that of the carrier. */
export const carrierMessages = {
  noKey: (name: string) => `There is no key for ${name}. An owner enters it in Settings, Carriers.`,
  badKey: (name: string) => `${name} doesn’t accept our key. An owner can test it in Settings, Carriers.`,
  noCredit: (name: string) => `${name} asks for payment: add credit to the account there, then try again.`,
  limited: (name: string) => `${name} takes no more requests at the moment. We keep asking.`,
  isDown: (name: string, status: number) => `${name} has a problem of its own (status ${status}).`,
  noAnswer: (name: string) => `${name} couldn’t be reached.`,
  unreadable: (name: string) => `${name} answered in a way that we can’t read.`,
  refused: (name: string, reason: string) => `${name} refused: ${reason}`,
  refusedSilently: (name: string, status: number) => `${name} refused without saying why (status ${status}).`,
  noLabelYet: (name: string, reason: string) => `${name} has the parcel, but no label for it yet: ${reason}`,
  noSender: (name: string) =>
    `${name} needs our address. An owner enters it in Settings, Seller and licence, as “1 Sample Street, Clifton Hill VIC 3068”.`,
  isOrdered: (name: string) => `${name} has it in a manifest. Cancel it there.`,
  isCancelled: (name: string) => `It was cancelled at ${name}. Don’t hand it over: buy a new label.`,
  isUnknown: (name: string) => `${name} doesn’t know it any more. Don’t hand it over: buy a new label.`,
  expired: (name: string) => `The account with ${name} has expired.`,
  noLabel: (name: string) => `${name} could not draw the label.`,
  noService: (name: string) => `${name} has no service for this address and weight.`,
} as const;

/** Answers to carriers that report about parcels. */
export const carrierWebhookMessages = {
  secretWrong: 'The secret is wrong.',
  invalid: 'The body must be a tracking update as the carrier documents it.',
} as const;
