/** Text of error reports. */
import type { ErrorSpec } from '#lib/define-contract.ts';

export const ERROR_REPORT_ERRORS = {
  report_not_found: { status: 404, title: "We couldn't find that report." },
} as const satisfies Record<string, ErrorSpec>;

export const errorReportMessages = {
  question: 'What were you doing when this happened?',
  missing: 'Tell us what you were doing, then select Send.',
  send: 'Send',
  sent: 'Thank you. We read every one of these.',
  failed: 'We couldn’t send that. You can also call us.',
} as const;
