/** Builds the command line: groups, former names of commands, and a run from arguments to exit code. */
import { Command, CommanderError } from 'commander';
import { addAuditCommand } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { addClubCommands } from './club.ts';
import { type Actions, type CommandEnvironment, createActions, UsageError } from './command.ts';
import { addCreditCommands } from './credit.ts';
import { addDisputeCommands } from './dispute.ts';
import { addErrorCommands } from './errors.ts';
import { addExportCommands } from './export.ts';
import { addGiftCardCommands } from './gift-card.ts';
import { addImportCommands } from './import.ts';
import { addKeyCommands } from './keys.ts';
import { addLoyaltyCommands } from './loyalty.ts';
import { addMailCommands } from './mail.ts';
import { addMappingCommands } from './mapping.ts';
import { addMigrateCommand } from './migrate.ts';
import { addOrderCommands } from './order.ts';
import { addPaymentCommands } from './payment.ts';
import { addPreviewCommand } from './preview.ts';
import { addReferralCommands } from './referral.ts';
import { addReportCommand } from './report.ts';
import { addRestoreCommand } from './restore.ts';
import { addSearchCommands } from './search.ts';
import { addSettingCommands } from './settings.ts';
import { addStaffCommands } from './staff.ts';
import { addStorageCommands } from './storage.ts';
import { addWebhookCommands } from './webhook.ts';

/** Former names of commands. They work and print one deprecation line. */
export const RENAMED_COMMANDS: readonly (readonly [formerName: string, name: string])[] = [
  ['imports', 'import list'],
  ['pictures', 'import pictures'],
  ['watch', 'import watch'],
  ['mapping new', 'mapping create'],
  ['feed', 'export feed'],
  ['index', 'search push'],
  ['insights', 'report'],
  ['tier-code', 'loyalty code'],
  ['rotate-keys', 'keys rotate'],
  ['order mark', 'order set-status'],
  ['club run', 'club renew'],
  ['errors drop', 'errors delete'],
];

const GROUPS: readonly ((program: Command, actions: Actions) => void)[] = [
  addImportCommands,
  addExportCommands,
  addMappingCommands,
  addOrderCommands,
  addDisputeCommands,
  addPaymentCommands,
  addWebhookCommands,
  addCreditCommands,
  addGiftCardCommands,
  addClubCommands,
  addLoyaltyCommands,
  addReferralCommands,
  addMailCommands,
  addStorageCommands,
  addSearchCommands,
  addReportCommand,
  addPreviewCommand,
  addErrorCommands,
  addStaffCommands,
  addKeyCommands,
  addSettingCommands,
  addAuditCommand,
  addMigrateCommand,
  addBackupCommands,
  addRestoreCommand,
];

/** Builds the commands. They run with the given actions. */
export function createProgram(actions: Actions): Command {
  const program = new Command('npm run cli --')
    .description('Shop commands. You can run them whether or not the shop is running.')
    .helpCommand('help [command]', 'show the options of a command')
    .exitOverride()
    // An option that a command and its subcommands share, such as --actor of `import` and `import undo`, belongs to the one that it follows.
    .enablePositionalOptions();
  for (const addCommands of GROUPS) addCommands(program, actions);
  return program;
}

/** Replaces a former command name at the start of the arguments. */
function renameCommand(args: readonly string[], log: (line: string) => void): readonly string[] {
  // The former command listed the groups of errors and had no options.
  if (args.length === 1 && args[0] === 'errors') return renamed(args, 'errors', 'errors list', log);
  const found = RENAMED_COMMANDS.find(([formerName]) => `${args.join(' ')} `.startsWith(`${formerName} `));
  return found ? renamed(args, ...found, log) : args;
}

function renamed(args: readonly string[], formerName: string, name: string, log: (line: string) => void): readonly string[] {
  log(`"${formerName}" is deprecated. Use "${name}".`);
  return [...name.split(' '), ...args.slice(formerName.split(' ').length)];
}

/** Adds `--help` if only the name of a group, or nothing, is given. */
function withHelp(program: Command, args: readonly string[]): readonly string[] {
  const [name] = args;
  const group = program.commands.find((command) => command.name() === name);
  const isBareGroup = args.length === 1 && group !== undefined && group.commands.length > 0 && group.registeredArguments.length === 0;
  return args.length === 0 || isBareGroup ? [...args, '--help'] : args;
}

/**
 * Runs one command.
 * @returns the exit code
 * @throws UsageError if the arguments are invalid. Errors of the command itself pass through
 */
export async function runCli(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  let exitCode = 0;
  const actions = createActions(environment, (code) => {
    exitCode = code;
  });
  const program = createProgram(actions);
  const write = (text: string): void => environment.writeStdout(text.trimEnd());
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    command.configureOutput({ writeOut: write, outputError: () => {} });
  try {
    await program.parseAsync([...withHelp(program, renameCommand(args, environment.log))], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(error.message.replace(/^error: /, ''));
  }
  return exitCode;
}
