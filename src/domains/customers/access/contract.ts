/** Contracts of previews, for everyone with a signed link [ACCESS-1], and of paywalls [ACCESS-18]. */
import { z } from 'zod';
import { offerDetail } from '#domains/catalogue/contract.ts';
import { pageView } from '#domains/content/model/page-view.ts';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { PAYWALL_ERRORS, PREVIEW_ERRORS } from './messages.ts';

const input = z.object({ code: z.string().max(1_000).default(''), signature: z.string().max(200).default('') });

/** Data of the preview banner. */
const preview = z.object({
  tier: z.enum(TIERS).nullable().describe('Whose eyes it is seen with; null is a guest'),
  isVisible: z.boolean().describe('Whether that shopper may see it once it is out'),
  isOut: z.boolean().describe('Whether it is out now: on sale, or published'),
  startsAt: z.string().nullable().describe('ISO instant'),
  endsAt: z.string().nullable(),
  expiresAt: z.string().describe('ISO instant at which the link ends'),
});

/** Password attempts per client address and minute [API-22]. */
const UNLOCKS_PER_MINUTE = 30;

export type PreviewData = z.output<typeof preview>;

export const accessContract = calls({
  previewOffer: {
    method: 'GET',
    path: '/api/preview/offer',
    summary: 'An offer as a tier will see it, before it is on sale too',
    reference: '[ACCESS-1]',
    input,
    output: z.object({ offer: offerDetail, preview }),
    mutates: false,
    errors: PREVIEW_ERRORS,
  },
  previewPage: {
    method: 'GET',
    path: '/api/preview/page',
    summary: 'An event or another page as a tier will see it, drafts too; what a paywall hides is shown',
    reference: '[ACCESS-1]',
    input,
    output: z.object({ data: pageView, preview }),
    mutates: false,
    errors: PREVIEW_ERRORS,
  },
  /** [API-66] */
  unlockPaywall: {
    method: 'POST',
    path: '/api/unlock-paywall',
    summary: 'The password of a page behind a paywall: 200 the first time an e-mail opens it, 409 after that, both with the proof',
    reference: '[ACCESS-13, ACCESS-14, API-66]',
    input: z.object({
      email: storableText(254),
      password: z.string().max(200),
      path: z.string().max(200).optional().describe('The page; left out, every page with that password'),
    }),
    output: z.object({
      status: z.union([z.literal(200), z.literal(409)]),
      message: z.string(),
      pages: z.array(z.object({ path: z.string(), proof: z.string().describe('Opens the page in /api/content/page') })),
    }),
    statusFromBody: true,
    mutates: true,
    handlesRepeats: true,
    rateLimitPerMinute: UNLOCKS_PER_MINUTE,
    errors: { ...PAYWALL_ERRORS, ...TOKEN_ERRORS },
  },
});
