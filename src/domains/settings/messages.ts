/** Errors of settings, in the words of the command line. The office has its own in messages/office-errors.ts. */
export const SETTING_ERRORS = {
  setting_unknown: { status: 404, title: 'There is no setting <group> for <scope>.' },
  setting_invalid: { status: 422, title: '<reason>' },
  setting_past: { status: 422, title: '--from is in the past. Choose a time that is still to come, or leave it out to save now.' },
  changed_meanwhile: { status: 409, title: '<author> changed this on <when>. Compare your change with theirs and save again.' },
  version_unknown: { status: 404, title: 'There is no version <revision> of this setting.' },
} as const;

/** Notices of settings. */
export const settingMessages = {
  wholeShop: 'All markets',
  connected: 'The connection works.',
  previewTooLong: 'This is too long for a preview link. Save it for later and look at it then.',
  /** For a shopper whose page was made with other delivery fees or taxes. */
  termsChanged: (total: string) => `Delivery fees or taxes have changed. Your total is now ${total}.`,
} as const;
