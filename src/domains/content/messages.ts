/** Errors of pages and their forms. */
export const PAGE_ERRORS = {
  page_not_found: { status: 404, title: 'There is nothing at this address.' },
} as const;

export const FORM_ERRORS = {
  form_not_found: { status: 404, title: 'There is no such form.' },
  form_invalid: { status: 422, title: '<reason>' },
} as const;

/** Text that the server writes for the shop. */
export const contentMessages = {
  formSubject: (formId: string, market: string) => `Form '${formId}', ${market}`,
  formReplyTo: (email: string) => `Answer to ${email}.`,
  formWithoutSender: 'No address to answer to was given.',
} as const;
