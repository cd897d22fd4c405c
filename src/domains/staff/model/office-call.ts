/** Declares the calls of the office. Each names the permission that it requires. */
import type { EndpointSpec, ErrorSpec } from '#lib/define-contract.ts';
import type { Permission } from './permissions.ts';

/** Errors that every office call may return in addition to the common ones. */
export const OFFICE_ERRORS = {
  sign_in_required: { status: 401, title: 'Sign in to continue.' },
  permission_missing: {
    status: 403,
    title: 'Your role doesn’t allow this. You need permission to <permission>. <who> can give it to you.',
  },
  step_up_required: { status: 403, title: 'Confirm that it’s you to continue.' },
} as const satisfies Record<string, ErrorSpec>;

export interface OfficeEndpointSpec extends EndpointSpec {
  readonly path: `/office/v1/${string}`;
  /** `signed_in` for calls that any member of staff may make, `public` for those before the sign-in. */
  readonly permission: Permission | 'signed_in' | 'public';
  /** The call requires a second factor that was given in the last ten minutes. API keys cannot make it. */
  readonly stepUp?: true;
  /** The call is about the person or their sign-in, so API keys cannot make it. */
  readonly sessionOnly?: true;
}

export type OfficeContract = Readonly<Record<string, OfficeEndpointSpec>>;

/** The declared calls with the errors that all of them share. */
export type OfficeCalls<T extends OfficeContract> = {
  readonly [K in keyof T]: Omit<T[K], 'errors'> & { readonly errors: T[K]['errors'] & typeof OFFICE_ERRORS };
};

/** Declares the office calls of a domain. Adds the errors that every office call may return. */
export const officeCalls = <const T extends OfficeContract>(table: T): OfficeCalls<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, { ...spec, errors: { ...OFFICE_ERRORS, ...spec.errors } }]),
  ) as OfficeCalls<T>;
