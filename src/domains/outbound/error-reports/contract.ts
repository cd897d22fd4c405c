/** Endpoint of feedback on an error [ERR-7]. The reports themselves come by the vendor's protocol [ERR-1]. */
import { z } from 'zod';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { ERROR_REPORT_ERRORS } from './messages.ts';

export const errorReportContract = calls({
  describe: {
    method: 'POST',
    path: '/api/error-feedback',
    summary: 'What the shopper was doing when a fault was reported',
    reference: '[ERR-7]',
    input: z.object({ id: z.uuid().describe('As the notice was answered'), words: storableText(2_000).min(1) }),
    output: z.object({ data: z.object({ kept: z.literal(true) }) }),
    mutates: true,
    rateLimitPerMinute: 10,
    errors: ERROR_REPORT_ERRORS,
  },
});
