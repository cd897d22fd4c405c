import { GenericError, MfaRequiredError, MissingRefreshTokenError, PopupCancelledError, TimeoutError } from '@auth0/auth0-spa-js';
import { describe, expect, test } from 'vitest';
import { toAuthError } from './auth-store.ts';

/** The errors as the library throws them. */
describe('toAuthError', () => {
  test.each([
    { name: 'a time-out', failure: new TimeoutError(), is: { code: 'timeout', message: 'Timeout' } },
    {
      name: 'a popup that was closed',
      failure: new PopupCancelledError({} as Window),
      is: { code: 'cancelled', message: 'Popup closed' },
    },
    {
      name: 'a second factor',
      failure: new MfaRequiredError('mfa_required', 'Multifactor authentication required', 'the-token'),
      is: { code: 'mfa_required', message: 'Multifactor authentication required' },
    },
    {
      name: 'no refresh token',
      failure: new MissingRefreshTokenError('the-api', 'openid'),
      is: { code: 'missing_refresh_token', message: "Missing Refresh Token (audience: 'the-api', scope: 'openid')" },
    },
    {
      name: 'no sign-in',
      failure: new GenericError('login_required', 'End-User authentication is required'),
      is: { code: 'login_required', message: 'End-User authentication is required' },
    },
    {
      name: 'another state',
      failure: new GenericError('state_mismatch', 'Invalid state'),
      is: { code: 'state_mismatch', message: 'Invalid state' },
    },
    { name: 'no description', failure: {}, is: { code: null, message: 'Login failed' } },
    { name: 'nothing at all', failure: undefined, is: { code: null, message: 'Login failed' } },
    { name: 'another error', failure: new Error('offline'), is: { code: null, message: 'offline' } },
  ])('maps a failure with $name [ID-29, ID-31]', ({ failure, is }) => {
    expect(toAuthError(failure, 'Login failed')).toEqual(is);
  });
});
