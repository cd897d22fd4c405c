/** The browser's passkey functions, with the failures that people cause as values. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { signInMessages } from '#domains/staff/messages/office.ts';

type PasskeyResult = { readonly ok: true; readonly response: Record<string, unknown> } | { readonly ok: false; readonly title: string };

async function attempt(run: () => Promise<object>): Promise<PasskeyResult> {
  if (!browserSupportsWebAuthn()) return { ok: false, title: signInMessages.passkeyUnsupported };
  try {
    return { ok: true, response: { ...(await run()) } };
  } catch {
    // The person closed the dialog, or the device has no such passkey. Browsers do not say which.
    return { ok: false, title: signInMessages.passkeyCancelled };
  }
}

/** Asks for a passkey. @param options of the server, in the JSON form of WebAuthn */
export const askForPasskey = (options: Readonly<Record<string, unknown>>): Promise<PasskeyResult> =>
  attempt(() => startAuthentication({ optionsJSON: options as object as PublicKeyCredentialRequestOptionsJSON }));

/** Creates a passkey. @param options of the server, in the JSON form of WebAuthn */
export const createPasskey = (options: Readonly<Record<string, unknown>>): Promise<PasskeyResult> =>
  attempt(() => startRegistration({ optionsJSON: options as object as PublicKeyCredentialCreationOptionsJSON }));
