/** What the login client of a page needs to know, by configuration. */
import type { Config } from '../../platform/server/config.ts';
import type { LoginConfig } from '../login-facts.ts';
import { isBuiltInIdentity } from './known-origins.ts';

export const loginFacts = (config: Config, origin: string): LoginConfig => ({
  domain: isBuiltInIdentity(config) ? origin : (config.IDENTITY_URL ?? origin),
  clientId: config.IDENTITY_CLIENT_ID,
  audience: config.IDENTITY_AUDIENCE,
  isHere: isBuiltInIdentity(config),
});
