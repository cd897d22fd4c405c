import { accountContract } from '#domains/customers/account/contract.ts';
import { sendForm } from '#domains/customers/account/ui/use-account.ts';
import { getAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { readField } from '#ui/form/form-errors.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { Route } from './+types/AddressesPage.ts';

/** Adds, changes or deletes an address, or makes it the default [ACC-3]. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  const intent = form.get('intent');
  const id = Number(form.get('id'));
  const text = (name: string) => readField(form, name);
  const result = await sendForm(accountContract, (calls) => {
    if (intent === 'make-default') return calls.defaultAddress({ id });
    if (intent === 'delete') return calls.removeAddress({ id });
    return calls.saveAddress({
      id: id || null,
      isDefault: form.has('isDefault'),
      firstName: text('firstName'),
      lastName: text('lastName'),
      phone: text('phone'),
      address: text('address'),
      suburb: text('suburb'),
      state: text('state'),
      postcode: text('postcode').replaceAll(/\s/g, ''),
      instructions: text('instructions'),
    });
  });
  if ('value' in result) getAuthStore().refreshAccountDetails();
  return result;
}

/** Saved addresses. Loaded after sign-in. */
export default lazyComponent(() => import('#domains/customers/account/ui/AddressesSection.tsx'));
