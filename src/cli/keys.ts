/** `keys …`: signing keys. */
import type { Command } from 'commander';
import { rotateKeys } from '#domains/customers/identity/server/signing-keys.ts';
import { logSecurityEvent, stderrLogger } from '#lib/server/security-log.ts';
import { type Actions, actorOption, type CommandRun, recordCommand, withOptions } from './command.ts';

async function rotate(run: CommandRun): Promise<number> {
  const { database, log } = run;
  const kid = await rotateKeys(database);
  await recordCommand(run, { action: 'shop.keys_rotated', subject: { kind: 'setting', id: 'signing-keys' } });
  logSecurityEvent(stderrLogger, 'keys_rotated', { purpose: 'signing', kid });
  log(`Key ${kid} is published and signs tokens in a minute.`);
  return 0;
}

export function addKeyCommands(program: Command, { change }: Actions): void {
  withOptions(
    program
      .command('keys')
      .description('Signing keys')
      .command('rotate')
      .description(
        'Rotate the key that signs tokens. The new key is published now and used in a minute; tokens signed with the old key stay valid for a day.',
      ),
    actorOption(),
  ).action(change(['shop.keys_rotated'], rotate));
}
