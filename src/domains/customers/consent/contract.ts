/** Contract of the unsubscribe page. Consent is withdrawn by a form: POST /unsubscribe (RFC 8058). */
import { z } from 'zod';
import { calls } from '#lib/define-contract.ts';

export const consentContract = calls({
  unsubscribeLink: {
    method: 'GET',
    path: '/api/unsubscribe-link',
    summary: 'Returns what an unsubscribe link applies to and whether it was used. Changes nothing',
    reference: '[ACC-15]',
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ data: z.object({ channel: z.enum(['email', 'sms']), isSubscribed: z.boolean() }) }),
    mutates: false,
    errors: {
      unsubscribe_link_invalid: { status: 404, title: "This unsubscribe link isn't valid. Use the link in your latest email from us." },
    },
  },
});
