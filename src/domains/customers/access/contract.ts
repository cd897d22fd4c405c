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
  tier: z.enum(TIERS).nullable().describe('Tier of the preview; null for a guest'),
  isVisible: z.boolean().describe('Whether a shopper of the tier sees it once it is published'),
  isOut: z.boolean().describe('Whether it is on sale or published now'),
  startsAt: z.string().nullable().describe('ISO time'),
  endsAt: z.string().nullable(),
  expiresAt: z.string().describe('ISO time at which the link expires'),
});

/** Password attempts per client address and minute [API-22]. */
const UNLOCKS_PER_MINUTE = 30;

export type PreviewData = z.output<typeof preview>;

export const accessContract = calls({
  previewOffer: {
    method: 'GET',
    path: '/api/preview/offer',
    summary: 'Returns the preview of an offer for a tier, also before its sale',
    reference: '[ACCESS-1]',
    input,
    output: z.object({ offer: offerDetail, preview }),
    mutates: false,
    errors: PREVIEW_ERRORS,
  },
  previewPage: {
    method: 'GET',
    path: '/api/preview/page',
    summary: 'Returns the preview of an event or another page for a tier, drafts and locked content included',
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
    summary: 'Unlocks a page behind a paywall: 200 on the first unlock of an email address, 409 afterwards, both with the proof',
    reference: '[ACCESS-13, ACCESS-14, API-66]',
    input: z.object({
      email: storableText(254),
      password: z.string().max(200),
      path: z.string().max(200).optional().describe('Path of the page; every page with that password if omitted'),
    }),
    output: z.object({
      status: z.union([z.literal(200), z.literal(409)]),
      message: z.string(),
      pages: z.array(z.object({ path: z.string(), proof: z.string().describe('Proof for /api/content/page') })),
    }),
    statusFromBody: true,
    mutates: true,
    handlesRepeats: true,
    rateLimitPerMinute: UNLOCKS_PER_MINUTE,
    errors: { ...PAYWALL_ERRORS, ...TOKEN_ERRORS },
  },
});
