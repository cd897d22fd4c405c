/** Errors of system calls. */
export const JOB_ERRORS = {
  not_found: { status: 404, title: 'There is no such job. Reload the page to see the list.' },
} as const;

export const FAILED_WORK_ERRORS = {
  not_found: { status: 404, title: 'Somebody has tried this again or discarded it already. Reload the page to see what is left.' },
} as const;

export const WEBHOOK_ERRORS = {
  not_found: { status: 404, title: 'We couldn’t find that webhook. Delivered ones are deleted after 30 days.' },
} as const;

export const ERROR_GROUP_ERRORS = {
  not_found: { status: 404, title: 'This was changed already, or the error didn’t happen for 90 days and was deleted.' },
} as const;

export const DISPUTE_ERRORS = {
  not_found: { status: 404, title: 'This dispute was marked already, or the bank has decided it. Reload the page to see it.' },
} as const;

/** Why the status of an error stays as it is. */
export const keptErrors = {
  opened: 'It’s open again since you saw it.',
  changed: (who: string, when: string) => `${who} changed it ${when}.`,
} as const;
