/** `mapping …`: mappings of the columns of lists. */
import { type Command, Option } from 'commander';
import { mappingNameOf, newMapping, writeMapping } from '#domains/catalogue/server/import/create-mapping.ts';
import { type Actions, type CommandRun, RenamedOption, textOption, UsageError, withOptions } from './command.ts';

const MAX_EXAMPLE_LENGTH = 300;

async function create(run: CommandRun): Promise<number> {
  const { log } = run;
  const [file = ''] = run.args;
  const name = textOption(run, 'name') ?? mappingNameOf(file);
  const output = textOption(run, 'output') ?? `./${name}.mapping.json`;
  const { text, unsure, notices, examples } = await newMapping(file, name, textOption(run, 'sheet') ?? undefined);
  for (const notice of notices) log(notice);
  log('Ten rows, before and after:');
  for (const { before, after } of examples) log(`\n  ${before.slice(0, MAX_EXAMPLE_LENGTH)}\n  → ${after}`);
  log('\nNot sure about:');
  for (const sentence of unsure) log(`  ${sentence}`);
  if (!(await writeMapping(output, text))) throw new UsageError(`${output} already exists. Choose another name with --output.`);
  log(`\nThe mapping is in ${output}. Try it: npm run cli -- import --dry-run --mapping ${output} ${file}`);
  return 0;
}

export function addMappingCommands(program: Command, { read }: Actions): void {
  withOptions(
    program
      .command('mapping')
      .description('Mappings of lists')
      .command('create')
      .argument('<file>')
      .description(
        'Suggest a mapping for a new file. Shows ten rows before and after, lists anything it isn’t sure about, and saves the mapping to a file.',
      ),
    new Option('--name <name>', 'name of the mapping; default: after the file'),
    new Option('--output <file>', 'file to write; default: NAME.mapping.json'),
    new RenamedOption('--out <file>', '--output'),
    new Option('--sheet <name>', 'name or number of the sheet of a workbook'),
  ).action(read(create));
}
