/** `npm run cli -- export orders`: the orders' rows for accounting, as a table. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type Command, type CommandRun, dateOption } from '#cli/options.ts';
import { ACCOUNTING_COLUMNS, accountingRows } from '#domains/selling/orders/server/accounting-rows.ts';

/** A cell of a CSV. Text that a spreadsheet would take for a formula is made text by an apostrophe. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function exportOrders(run: CommandRun): Promise<number> {
  const since = dateOption(run, 'since');
  const [file] = run.files;
  const out = file === undefined ? process.stdout : createWriteStream(file);
  const columns = Object.keys(ACCOUNTING_COLUMNS) as (keyof typeof ACCOUNTING_COLUMNS)[];
  let count = 0;
  out.write(`${columns.join(',')}\n`);
  for await (const row of accountingRows(run.database, since)) {
    count += 1;
    if (!out.write(`${columns.map((column) => csvCell(row[column])).join(',')}\n`)) await once(out, 'drain');
  }
  if (file !== undefined) {
    out.end();
    await once(out, 'finish');
  }
  run.log(`${count} rows`);
  return 0;
}

export const ORDER_EXPORT_COMMANDS: Readonly<Record<string, Command>> = {
  'export orders': {
    usage: '--csv [--since DAY] [FILE]',
    summary: `Orders for accounting, a row a line, a delivery and a refund; --since is of the day they were placed or refunded.\nColumns: ${Object.entries(
      ACCOUNTING_COLUMNS,
    )
      .map(([name, meaning]) => `${name} (${meaning})`)
      .join('; ')}.`,
    options: { csv: { type: 'boolean' }, since: { type: 'string' } },
    run: exportOrders,
  },
};
