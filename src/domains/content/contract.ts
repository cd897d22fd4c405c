/** Endpoints of content pages and their forms [CONT-1] [CONT-23]. */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { FORM_ERRORS, PAGE_ERRORS } from './messages.ts';
import { pageLine, pageView } from './model/page-view.ts';
import { TEMPLATE_NAMES } from './model/templates.ts';

export const contentContract = calls({
  page: {
    method: 'GET',
    path: '/api/content/page',
    summary: 'Returns the page at a path, for the customer of the token or a guest',
    reference: '[CONT-1, CONT-23]',
    input: z.object({
      path: z.string().max(200),
      proof: z.string().max(100).optional().describe('Proof of an earlier unlock of the paywall'),
    }),
    output: z.object({ data: pageView }),
    mutates: false,
    errors: { ...PAGE_ERRORS, ...TOKEN_ERRORS },
  },
  pages: {
    method: 'GET',
    path: '/api/content/pages',
    summary: 'Returns all pages of a template, newest or next first',
    reference: '[CONT-5, CONT-9]',
    input: z.object({ template: z.enum(TEMPLATE_NAMES) }),
    output: z.object({ data: z.array(pageLine) }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  sendForm: {
    method: 'POST',
    path: '/api/content/form',
    summary: "Saves an entry of a page's form and emails it to the shop",
    reference: '[CONT-46, ANA-25]',
    input: z.object({
      path: z.string().max(200),
      formId: z.string().max(40),
      values: z.record(z.string().max(40), z.string().max(5_000)).refine((values) => Object.keys(values).length <= 40, 'at most 40 values'),
    }),
    output: z.object({ data: z.object({ received: z.literal(true) }) }),
    mutates: true,
    handlesRepeats: true,
    rateLimitPerMinute: 30,
    errors: { ...PAGE_ERRORS, ...FORM_ERRORS, ...TOKEN_ERRORS },
  },
});
