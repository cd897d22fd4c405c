import { accountContract } from '#domains/customers/account/contract.ts';
import { sendForm } from '#domains/customers/account/ui/use-account.ts';
import { getAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { readField } from '#ui/form/form-errors.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { Route } from './+types/PrivacyPage.ts';

/** Saves the consent to marketing, or deletes the account and signs the customer out. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  if (form.get('intent') === 'save-consent')
    return sendForm(accountContract, (calls) => calls.saveConsent({ email: form.has('email'), sms: form.has('sms') }));
  const result = await sendForm(accountContract, (calls) =>
    calls.remove({ password: readField(form, 'password', { trims: false }), confirm: true }),
  );
  if ('value' in result) void getAuthStore().logout();
  return result;
}

/** Consent, export of personal data, and deletion of the account. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/PrivacySection.tsx'));
