/** The staff calls of the browser. Sign-in calls never open a prompt of their own. */

import { ownAccountContract } from '#domains/staff/own-account-contract.ts';
import { signInContract } from '#domains/staff/sign-in-contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { officeClient } from './office-client.ts';

const declines = async (): Promise<boolean> => false;

export const signInCalls = officeClient(signInContract, fetchTransport(), { askForSignIn: declines, askForStepUp: declines });
export const ownAccountCalls = officeClient(ownAccountContract);
/** The confirmation itself must not ask for a confirmation. */
export const stepUpCalls = officeClient(ownAccountContract, fetchTransport(), { askForSignIn: declines, askForStepUp: declines });
