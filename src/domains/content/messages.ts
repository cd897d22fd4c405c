/** Errors of pages and their forms. */
export const PAGE_ERRORS = {
  page_not_found: { status: 404, title: 'There is nothing at this address.' },
} as const;

export const FORM_ERRORS = {
  form_not_found: { status: 404, title: 'There is no such form.' },
  form_invalid: { status: 422, title: '<reason>' },
} as const;

/** Text of emails about form entries. */
export const contentMessages = {
  formSubject: (formId: string, market: string) => `New entry in the form “${formId}”, ${market}`,
  formReplyTo: (email: string) => `Reply to ${email}.`,
  formWithoutSender: 'No reply address was given.',
} as const;

const inSentence = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label);

/** Text of forms. */
export const formMessages = {
  required: (label: string) => `Enter ${inSentence(label)}`,
  tick: (label: string) => `Tick “${label}” to go on`,
  selectOption: 'Select an option',
  tooLong: (label: string, max: number) =>
    `${label} must be ${max === 1 ? '1 character' : `${max.toLocaleString('en-AU')} characters`} or fewer`,
  notStorable: (label: string) => `${label} contains a character we can’t accept`,
  invalidEmail: 'Enter an email address, like name@example.com',
  invalidPhone: (label: string) => `${label} must be a phone number, like 0412 345 678`,
  unknownOption: (label: string, options: readonly string[]) => `${label} must be one of: ${options.join(', ')}`,
  invalidTick: (label: string, ticked: string) => `${label} is either '${ticked}' or empty`,
  choose: 'Please choose',
  optional: '(optional)',
  sending: 'Sending…',
  unreachable: 'We couldn’t send that. Your message is still here, so please try again.',
} as const;

/** Text of blocks. */
export const blockMessages = {
  watch: (title: string) => `Watch “${title}”`,
  transcript: (title: string) => `Transcript of “${title}”`,
} as const;
