/** Binds the calls of the sign-in and of links. */
import { ok } from '#lib/result.ts';
import { signInContract } from '../sign-in-contract.ts';
import { acceptInvitation, describeInvitation } from './accept-invitation.ts';
import { type OfficeEndpoint, officeHandlers } from './office-handlers.ts';
import { confirmPasskey, confirmTotp, setUpLater, setUpPasskey, setUpTotp } from './set-up-factor.ts';
import { deleteSignIn } from './sign-in.repository.ts';
import {
  currentSignIn,
  nextStep,
  passkeyOptions,
  signInByPasskey,
  signInByPassword,
  signInByRecoveryCode,
  signInByTotp,
} from './sign-in.ts';
import { hasNoStaff } from './staff.repository.ts';
import { AUTHORIZE_PATH, type StaffServices } from './staff-services.ts';

export const signInEndpoints = (services: StaffServices): OfficeEndpoint[] =>
  officeHandlers(signInContract, {
    signInState: async (_input, request) =>
      ok({
        identity: services.identity,
        startAt: AUTHORIZE_PATH,
        shopName: services.shopName,
        hasStaff: !(await hasNoStaff(services.database)),
        next: await nextStep(services, request, await currentSignIn(services, request)),
      }),
    signInPassword: (input, request) => signInByPassword(services, request, input),
    signInPasskeyOptions: ({ returnTo }, request) => passkeyOptions(services, request, returnTo),
    signInPasskey: ({ response }, request) => signInByPasskey(services, request, response),
    signInTotp: ({ code }, request) => signInByTotp(services, request, code),
    signInRecoveryCode: ({ code }, request) => signInByRecoveryCode(services, request, code),
    signInSetUpTotp: (_input, request) => setUpTotp(services, request),
    signInConfirmTotp: ({ code }, request) => confirmTotp(services, request, code),
    signInSetUpPasskey: (_input, request) => setUpPasskey(services, request),
    signInConfirmPasskey: ({ response, name }, request) => confirmPasskey(services, request, response, name),
    signInSetUpLater: (_input, request) => setUpLater(services, request),
    async signInCancel(_input, { cookies }) {
      const token = cookies.read('signIn');
      if (token !== null) await deleteSignIn(services.database, token);
      cookies.clear('signIn');
      return ok({ step: 'start' as const });
    },
    invitation: ({ token }) => describeInvitation(services, token),
    acceptInvitation: (input, request) => acceptInvitation(services, request, input),
  });
