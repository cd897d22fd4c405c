/** Office calls of the checklist that leads a new shop to its first order. */
import { z } from 'zod';
import { CONFIRMED_STEPS } from '#domains/settings/model/groups/opening.ts';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { marketName } from '#domains/staff/model/records.ts';
import { SETUP_ERRORS } from './messages/errors.ts';
import { SETUP_STEPS } from './model/steps.ts';

const REFERENCE = 'docs/decisions/0148-first-run.md';
const WRITE = { method: 'POST', reference: REFERENCE, mutates: true, permission: 'settings.write' } as const;
const { NOT_READY, WHOLE_SHOP, MARKET_UNKNOWN } = SETUP_ERRORS;

const setup = z.object({
  steps: z.array(
    z.object({
      name: z.enum(SETUP_STEPS),
      isDone: z.boolean(),
      items: z.array(
        z.object({
          id: z.string(),
          market: marketName.nullable().describe('Null for the whole shop'),
          detail: z.string().describe('What is there, or what is missing'),
          isDone: z.boolean(),
          to: z.string().nullable().describe('Screen where it is changed'),
          action: z.enum(['confirm', 'visit', 'open']).nullable().describe('What can be done about it at once'),
        }),
      ),
    }),
  ),
  isOpen: z.boolean(),
  takesTestCards: z.boolean(),
  isDismissed: z.boolean().describe('Not shown on the first screen'),
  canChange: z.boolean(),
});
export type Setup = z.output<typeof setup>;
export type SetupStepView = Setup['steps'][number];

export const setupOfficeContract = officeCalls({
  setup: {
    method: 'GET',
    reference: REFERENCE,
    mutates: false,
    permission: 'settings.read',
    path: '/office/v1/setup',
    summary: 'Returns the steps from an empty shop to its first order, with what is missing',
    input: z.object({}),
    output: setup,
    errors: {},
  },
  confirmSetupStep: {
    ...WRITE,
    path: '/office/v1/setup/confirm',
    summary: 'Confirms that the defaults of a step are right in a market',
    input: z.object({ step: z.enum(CONFIRMED_STEPS), market: marketName }),
    output: setup,
    errors: { ...MARKET_UNKNOWN, ...CHANGED_MEANWHILE },
  },
  dismissSetup: {
    ...WRITE,
    path: '/office/v1/setup/dismiss',
    summary: 'Hides the checklist on the first screen, or shows it there again',
    input: z.object({ isDismissed: z.boolean() }),
    output: setup,
    errors: { ...WHOLE_SHOP, ...CHANGED_MEANWHILE },
  },
  visitClosedShop: {
    ...WRITE,
    handlesRepeats: true,
    path: '/office/v1/setup/visit',
    summary: 'Creates links that let a browser into the closed shop for twelve hours',
    input: z.object({}),
    output: z.object({ links: z.array(z.object({ site: z.string(), url: z.string() })) }),
    errors: {},
  },
  openShop: {
    ...WRITE,
    path: '/office/v1/setup/open',
    summary: 'Opens the shop to everyone, once every other step is done',
    input: z.object({}),
    output: setup,
    errors: { ...NOT_READY, ...WHOLE_SHOP, ...CHANGED_MEANWHILE },
  },
});
