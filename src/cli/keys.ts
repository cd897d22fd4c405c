/** `keys …`: signing keys, and the other secrets that the shop makes for itself. */
import { type Command, Option } from 'commander';
import { UNSUBSCRIBE_LINKS } from '#domains/customers/consent/server/unsubscribe-token.ts';
import { replaceSecrets, revokeKeys, rotateKeys } from '#domains/customers/identity/server/signing-keys.ts';
import { logSecurityEvent, stderrLogger } from '#lib/server/security-log.ts';
import { type Actions, actorOption, type CommandRun, isSet, recordCommand, withOptions } from './command.ts';

const SUBJECT = { kind: 'setting', id: 'signing-keys' } as const;

async function rotate(run: CommandRun): Promise<number> {
  const { database, log } = run;
  const isRevoking = isSet(run, 'revoke');
  const kid = isRevoking ? await revokeKeys(database) : await rotateKeys(database);
  await recordCommand(run, { action: isRevoking ? 'shop.keys_revoked' : 'shop.keys_rotated', subject: SUBJECT });
  logSecurityEvent(stderrLogger, 'keys_rotated', { purpose: 'signing', kid, revoked: isRevoking });
  log(
    isRevoking
      ? `Key ${kid} signs tokens now. Tokens of earlier keys are invalid, after half a minute at the latest.`
      : `Key ${kid} is published and signs tokens in a minute.`,
  );
  return 0;
}

async function replace(run: CommandRun): Promise<number> {
  const { database, log } = run;
  // Links to unsubscribe in earlier emails have to work.
  const kid = await replaceSecrets(database, [UNSUBSCRIBE_LINKS]);
  await recordCommand(run, { action: 'shop.secrets_replaced', subject: SUBJECT });
  logSecurityEvent(stderrLogger, 'keys_rotated', { purpose: 'all secrets', kid });
  log('Signing keys, cookie secrets and shared secrets are replaced. Restart every process of the shop now.');
  return 0;
}

export function addKeyCommands(program: Command, { change }: Actions): void {
  const keys = program.command('keys').description('Signing keys, and other secrets that the shop made for itself');
  withOptions(
    keys
      .command('rotate')
      .description(
        'Rotate the key that signs tokens. The new key is published now and used in a minute; tokens signed with the old key stay valid for a day.',
      ),
    new Option('--revoke', 'for a leaked key: make tokens of all earlier keys invalid now. Shoppers who are on the site sign in again.'),
    actorOption(),
  ).action(change(['shop.keys_rotated', 'shop.keys_revoked'], rotate));
  withOptions(
    keys
      .command('replace')
      .description(
        'Replace all secrets that the shop made for itself, after somebody got a copy of the database that they can decrypt: signing keys, cookie secrets and shared secrets. Restart every process afterwards.',
      ),
    actorOption(),
  ).action(change(['shop.secrets_replaced'], replace));
}
