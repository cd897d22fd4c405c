import { sendForm } from '#domains/customers/account/ui/use-account.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { getAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { readField } from '#ui/form/form-errors.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { Route } from './+types/EmailPage.ts';

/** Sends a code to the new address, or changes the address with the code [ID-44]. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  if (form.get('intent') === 'confirm') {
    const result = await sendForm(identityContract, (calls) => calls.changeEmailStep3({ code: readField(form, 'code') }));
    if ('error' in result) return result;
    void getAuthStore().refresh();
    return { value: { changedTo: result.value.data.email } };
  }
  const email = readField(form, 'email');
  const password = readField(form, 'password', { trims: false });
  const code = password === '' ? { email } : { email, password };
  const result = await sendForm(identityContract, (calls) => calls.changeEmailStep2(code));
  return 'error' in result ? result : { value: code };
}

/** Change of the email address. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/EmailSection.tsx'));
