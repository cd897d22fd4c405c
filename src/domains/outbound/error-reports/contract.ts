/** Endpoint of feedback on an error [ERR-7]. The reports themselves come by the vendor's protocol [ERR-1]. */
import { z } from 'zod';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { ERROR_REPORT_ERRORS } from './messages.ts';

export const errorReportContract = calls({
  describe: {
    method: 'POST',
    path: '/api/error-feedback',
    summary: "Saves the shopper's feedback about a reported error",
    reference: '[ERR-7]',
    input: z.object({ id: z.uuid().describe('Id from the response to the report'), words: storableText(2_000).min(1) }),
    output: z.object({ data: z.object({ kept: z.literal(true) }) }),
    mutates: true,
    rateLimitPerMinute: 10,
    errors: ERROR_REPORT_ERRORS,
  },
});
