/** Passkeys: options for the browser's functions and checks of what they return. The person is verified by the device. */
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { NewPasskey, StoredPasskey } from './factor.repository.ts';

/** The office as passkeys know it: its name, and the origin whose host they are bound to. */
export interface RelyingSite {
  readonly name: string;
  readonly origin: string;
}

export interface PasskeyOwner {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
}

const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;

/** Ignores transports that only other versions know. */
const transports = z
  .array(z.string())
  .default([])
  .transform((names): AuthenticatorTransport[] => TRANSPORTS.filter((name) => names.includes(name)));

const text = z.string().max(20_000);
const common = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: z.looseObject({}).default({}) };

const registration = z.object({
  ...common,
  response: z.object({ clientDataJSON: text, attestationObject: text, transports }),
});

const authentication = z.object({
  ...common,
  // The user handle is left out: the credential id names the person.
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
});

/** Returns the id of the passkey that a response is of; empty for a malformed one. */
export const credentialIdOf = (response: unknown): string => authentication.safeParse(response).data?.id ?? '';

interface Options {
  /** Argument of the browser's function. */
  readonly options: Record<string, unknown>;
  readonly challenge: string;
}

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

const hostOf = ({ origin }: RelyingSite): string => new URL(origin).hostname;

/** Returns the options for a new passkey, which must not be on a device that has one already. */
export async function registrationOptions(site: RelyingSite, owner: PasskeyOwner, existing: readonly StoredPasskey[]): Promise<Options> {
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: hostOf(site),
    userID: new Uint8Array(Buffer.from(owner.subject)),
    userName: owner.email,
    userDisplayName: owner.name || owner.email,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options }, challenge: options.challenge };
}

/** Checks a new passkey. @returns null if it is not valid for the challenge */
export async function verifyRegistration(
  site: RelyingSite,
  challenge: string,
  response: unknown,
  name: string,
): Promise<NewPasskey | null> {
  const parsed = registration.safeParse(response);
  if (!parsed.success) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: parsed.data,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: parsed.data.response.transports,
      name,
    };
  } catch {
    // The library throws for each way in which a response can be wrong.
    return null;
  }
}

/** Returns the options for a sign-in. @param passkeys those of a known person; empty for any on the device */
export async function authenticationOptions(site: RelyingSite, passkeys: readonly StoredPasskey[]): Promise<Options> {
  const options = await generateAuthenticationOptions({
    rpID: hostOf(site),
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports: of }) => ({
      id: credentialId,
      transports: TRANSPORTS.filter((name) => of.includes(name)),
    })),
  });
  return { options: { ...options }, challenge: options.challenge };
}

/** Checks a passkey. @returns its new counter; null if it is not valid for the challenge */
export async function verifyAuthentication(
  site: RelyingSite,
  challenge: string,
  response: unknown,
  passkey: StoredPasskey,
): Promise<number | null> {
  const parsed = authentication.safeParse(response);
  if (!parsed.success) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: parsed.data,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
