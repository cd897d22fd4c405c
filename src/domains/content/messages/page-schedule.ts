/** Text about drafts of live pages that are published at a moment. */

/** Why a draft was not published at its moment. */
export const scheduleProblems = {
  changed: 'The page was changed after that was scheduled.',
  pathTaken: (title: string) => `The page “${title}” has its address.`,
} as const;

export const pageScheduleMessages = {
  keeps: (when: string) => `Visitors see the page as it is until ${when}, and then this version.`,
  locked: 'Until then it can’t be changed here. Take it back to change it.',
  notice: (when: string, who: string) => `This version will be published on ${when}. ${who} scheduled it. Take it back to change it.`,
  missed: (when: string, reason: string) => `This version was not published on ${when}. ${reason}`,
  takeBack: 'Take back',
  takenBack: 'Taken back. The changes are a draft again.',
  scheduled: 'Changes scheduled',
  missedBadge: 'Not published',
  dropped: (when: string) => `What is scheduled for ${when} is taken back. It stays as a draft.`,
} as const;
