/** Which claims of a market the shop decides by itself (docs/decisions/0202-what-follows-a-claim.md). */
import { z } from 'zod';
import { dollars, field, type SettingIssue, settingGroup } from '../setting-group.ts';

/** Above this, staff need a fresh second factor, so nobody should need less. In dollars. */
const MAX_AMOUNT = 500;
const MAX_PER_YEAR = 50;

const PROBLEMS = ['wrong', 'broken', 'faulty', 'missing', 'late'] as const;

const schema = z.object({
  outcome: field(z.enum(['off', 'refund', 'credit']), {
    title: 'Decide small claims at once',
    description: 'Staff decide every other claim. Store credit needs an account: claims of guests wait for staff.',
    labels: { off: 'No', refund: 'By refund', credit: 'By store credit' },
  }),
  wrong: field(z.boolean(), { title: 'If the wine is wrong' }),
  broken: field(z.boolean(), { title: 'If bottles are broken' }),
  faulty: field(z.boolean(), { title: 'If they are corked or faulty' }),
  missing: field(z.boolean(), { title: 'If they are missing' }),
  late: field(z.boolean(), { title: 'If they are late' }),
  upTo: field(dollars(MAX_AMOUNT), {
    title: 'Up to',
    description: 'What was paid for the bottles of the claim. A claim for more waits for staff.',
    unit: 'dollars',
  }),
  perYear: field(z.number().int().min(1).max(MAX_PER_YEAR), {
    title: 'Claims of a buyer in twelve months',
    description: 'Those that were decided at once. The next one waits for staff.',
  }),
});

export type ClaimSettings = z.output<typeof schema>;

function check({ outcome, upTo, ...value }: ClaimSettings): SettingIssue[] {
  if (outcome === 'off') return [];
  return [
    ...(upTo > 0 ? [] : [{ path: ['upTo'], message: 'must be more than 0, or no claim is decided at once' }]),
    ...(PROBLEMS.some((problem) => value[problem]) ? [] : [{ path: ['broken'], message: 'must be ticked, or another kind of claim' }]),
  ];
}

export const CLAIMS = settingGroup({
  id: 'claims',
  area: 'selling',
  scope: 'market',
  title: 'Claims',
  help: 'Which claims the shop refunds or credits by itself when they arrive, never more than is left of what was paid.',
  isPublic: false,
  schema,
  defaults: (): ClaimSettings => ({
    outcome: 'off',
    wrong: false,
    broken: true,
    faulty: true,
    missing: false,
    late: false,
    upTo: 50,
    perYear: 2,
  }),
  check,
});
