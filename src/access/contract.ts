/** Calls of previews (SPEC.md §3 "Preview code", §5). They answer whoever has a signed link, whatever the page's state. */
import { z } from 'zod';
import { offerDetail } from '../catalogue/contract.ts';
import { pageView } from '../content/page-view.ts';
import { TIERS } from '../identity/tiers.ts';
import { calls } from '../platform/contract.ts';
import { PREVIEW_REFUSALS } from './messages.ts';

const input = z.object({ code: z.string().max(1_000).default(''), signature: z.string().max(200).default('') });

/** What the banner says of a preview. */
const preview = z.object({
  tier: z.enum(TIERS).nullable().describe('Whose eyes it is seen with; null is a guest'),
  isVisible: z.boolean().describe('Whether that shopper may see it once it is out'),
  isOut: z.boolean().describe('Whether it is out now: on sale, or published'),
  startsAt: z.string().nullable().describe('ISO instant'),
  endsAt: z.string().nullable(),
  expiresAt: z.string().describe('ISO instant at which the link ends'),
});

export type PreviewFacts = z.output<typeof preview>;

export const accessCalls = calls({
  previewOffer: {
    method: 'GET',
    path: '/api/preview/offer',
    summary: 'An offer as a tier will see it, before it is on sale too',
    from: 'SPEC.md §2 "offer preview", §5; DECISIONS.md "Safer than the original"',
    input,
    output: z.object({ offer: offerDetail, preview }),
    changes: false,
    refusals: PREVIEW_REFUSALS,
  },
  previewPage: {
    method: 'GET',
    path: '/api/preview/page',
    summary: 'An event or another page as a tier will see it, drafts too; what a paywall hides is shown',
    from: 'SPEC.md §2 "event preview", §5; DECISIONS.md "Safer than the original"',
    input,
    output: z.object({ data: pageView, preview }),
    changes: false,
    refusals: PREVIEW_REFUSALS,
  },
});
