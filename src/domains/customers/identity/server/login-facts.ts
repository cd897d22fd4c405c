/** Derives the configuration of the login client. */
import type { Config } from '#lib/server/config.ts';
import type { LoginConfig } from '../model/login-config.ts';
import { isBuiltInIdentity } from './allowed-origins.ts';

export const loginFacts = (config: Config, origin: string): LoginConfig => ({
  domain: isBuiltInIdentity(config) ? origin : (config.IDENTITY_URL ?? origin),
  clientId: config.IDENTITY_CLIENT_ID,
  audience: config.IDENTITY_AUDIENCE,
  isHere: isBuiltInIdentity(config),
});
