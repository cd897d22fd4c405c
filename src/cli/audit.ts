/** `audit`: compares stock, orders, payments and ledgers with each other. */
import type { Command } from 'commander';
import { auditLedgers } from '#domains/system/server/audit-ledgers.ts';
import { plural } from '#lib/plural.ts';
import { type Actions, type CommandRun, isSet, jsonOption, printJson, withOptions } from './command.ts';
import { textTable } from './text-table.ts';

const MAX_LISTED = 100;

async function audit(run: CommandRun): Promise<number> {
  const { checks, differences } = await auditLedgers(run.database);
  if (isSet(run, 'json')) printJson(run, { checks, differences });
  else {
    if (differences.length > 0)
      run.writeStdout(
        textTable(
          ['compared', 'difference'],
          differences.slice(0, MAX_LISTED).map(({ check, subject }) => [check, subject]),
        ),
      );
    run.log(`${plural(differences.length, 'difference')} in ${plural(checks, 'comparison')}.`);
  }
  return differences.length === 0 ? 0 : 1;
}

export function addAuditCommand(program: Command, { read }: Actions): void {
  withOptions(
    program
      .command('audit')
      .description('Compare stock, orders, payments and ledgers with each other. Exit code 1 if there is a difference. Changes nothing.'),
    jsonOption(),
  ).action(read(audit));
}
