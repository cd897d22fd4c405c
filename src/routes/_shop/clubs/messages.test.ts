import { describe, expect, test } from 'vitest';
import { clubPageMessages } from './messages.ts';

describe('the step about the email before a case', () => {
  test.each([
    [1, 'One day before each case, we tell you'],
    [5, 'Five days before each case, we tell you what it costs and when we’ll send it, with a link to skip it.'],
    [10, 'Ten days before each case, we tell you'],
    [21, '21 days before each case, we tell you'],
  ])('says how long before the charge it is sent: %d', (days, expected) => {
    const texts = clubPageMessages.steps.map(({ text }) => (typeof text === 'string' ? text : text(days)));

    expect(texts[1]).toContain(expected);
  });
});
