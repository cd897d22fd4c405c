/** Finds statements that a database does not accept. */
import { CURSOR, TEMPORARY_TABLE } from './check-row-types.ts';
import { openDescriber } from './describe-statement.ts';

/** @param statements texts by file @returns each invalid one as file, reason and text */
export async function findInvalidStatements(
  connectionString: string,
  statements: Readonly<Record<string, readonly string[]>>,
): Promise<readonly string[]> {
  const temporaryTables = Object.values(statements)
    .flat()
    .filter((text) => TEMPORARY_TABLE.test(text))
    .map((text) => text.replace(' on commit drop', ''));
  const describer = await openDescriber(connectionString, temporaryTables);
  const invalid: string[] = [];
  for (const [file, texts] of Object.entries(statements))
    for (const text of texts.filter((each) => !TEMPORARY_TABLE.test(each) && !CURSOR.test(each))) {
      const description = await describer.describe(text);
      if (description.kind === 'invalid') invalid.push(`${file}: ${description.reason}: ${text}`);
    }
  await describer.close();
  return invalid;
}
