/** `keys …`: signing keys. */
import type { Command } from 'commander';
import { rotateKeys } from '#domains/customers/identity/server/signing-keys.ts';
import { logSecurityEvent, stderrLogger } from '#lib/server/security-log.ts';
import type { Actions, CommandRun } from './command.ts';

async function rotate({ database, log }: CommandRun): Promise<number> {
  const kid = await rotateKeys(database);
  logSecurityEvent(stderrLogger, 'keys_rotated', { purpose: 'signing', kid });
  log(`Key ${kid} is published and signs tokens in a minute.`);
  return 0;
}

export function addKeyCommands(program: Command, { change }: Actions): void {
  program
    .command('keys')
    .description('Signing keys')
    .command('rotate')
    .description(
      'Rotate the key that signs tokens. The new key is published now and used in a minute; tokens signed with the old key stay valid for a day.',
    )
    .action(change(rotate));
}
