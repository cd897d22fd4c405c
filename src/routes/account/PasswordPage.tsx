import { accountContract } from '#domains/customers/account/contract.ts';
import { sendForm } from '#domains/customers/account/ui/use-account.ts';
import { readField } from '#ui/form/form-errors.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { Route } from './+types/PasswordPage.ts';

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  return sendForm(accountContract, (calls) =>
    calls.changePassword({
      currentPassword: readField(form, 'currentPassword', { trims: false }),
      newPassword: readField(form, 'newPassword', { trims: false }),
    }),
  );
}

/** Change of the password. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/PasswordSection.tsx'));
