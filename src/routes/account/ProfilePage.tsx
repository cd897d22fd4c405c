import { accountContract } from '#domains/customers/account/contract.ts';
import { sendForm } from '#domains/customers/account/ui/use-account.ts';
import { getAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { readField } from '#ui/form/form-errors.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { Route } from './+types/ProfilePage.ts';

/** Saves the profile [ACC-7], or sends the confirmation of the email address again [ID-48]. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  if (form.get('intent') === 'resend-confirmation') return sendForm(accountContract, (calls) => calls.sendVerification({}));
  const result = await sendForm(accountContract, (calls) =>
    calls.saveProfile({
      givenName: readField(form, 'givenName'),
      familyName: readField(form, 'familyName'),
      phone: readField(form, 'phone'),
      birthday: readField(form, 'birthday') || null,
    }),
  );
  const auth = getAuthStore();
  // The header shows the name in the token.
  if ('value' in result && result.value.data.name !== auth.current().user?.name) void auth.refresh();
  return result;
}

/** Names, phone and birthday. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/ProfileSection.tsx'));
