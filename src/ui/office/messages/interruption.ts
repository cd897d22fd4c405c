/** Names of records in a change that was interrupted. */
export const interruptionMessages = {
  changed: 'Changed:',
  unanswered: 'These may have changed:',
  more: (count: number) => `and ${count.toLocaleString('en-AU')} more`,
} as const;
