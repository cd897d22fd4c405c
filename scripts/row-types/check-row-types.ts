/**
 * Checks the SQL of the source against a migrated database: that every statement is valid, and that the declared types of its rows have the
 * names, types and nullability of its columns (docs/decisions/0123-checked-row-types.md). Nullability of expressions and of outer joins is
 * not known and not compared.
 */
import { Project } from 'ts-morph';
import { compareRow } from './compare-row.ts';
import { openDescriber } from './describe-statement.ts';
import { findStatements } from './find-statements.ts';

export interface RowTypeReport {
  readonly checked: number;
  /** Each as `file:line` and the problem. */
  readonly mismatches: readonly string[];
  /** Files with statements whose text is composed at run time, with their number. */
  readonly unevaluated: Readonly<Record<string, number>>;
}

export const TEMPORARY_TABLE = /^create temp table/;
/** The columns of a cursor are not known before it is open. */
export const CURSOR = /^fetch /;

/** Reads the server's sources with their types. @param root folder of the repository, with a slash at the end */
export const openServerProject = (root: string): Project =>
  // With `composite`, references would be read from the declarations of a build.
  new Project({ tsConfigFilePath: `${root}tsc/server.json`, compilerOptions: { composite: false, incremental: false } });

/**
 * @param root folder that paths are shown from, with a slash at the end
 * @param composed statements that were composed at run time, which are checked for validity only
 */
export async function checkRowTypes(
  project: Project,
  root: string,
  connectionString: string,
  composed: readonly string[] = [],
): Promise<RowTypeReport> {
  const { statements, unevaluated } = findStatements(project, root);
  const temporaryTables = statements.flatMap(({ texts }) => texts.filter((text) => TEMPORARY_TABLE.test(text)));
  const describer = await openDescriber(
    connectionString,
    temporaryTables.map((text) => text.replace(' on commit drop', '')),
  );
  const mismatches: string[] = [];
  let checked = 0;
  for (const { location, texts, row, call } of statements)
    for (const text of texts.filter((each) => !TEMPORARY_TABLE.test(each) && !CURSOR.test(each))) {
      checked += 1;
      const description = await describer.describe(text);
      if (description.kind === 'invalid') mismatches.push(`${location} ${description.reason}`);
      else if (row) for (const mismatch of compareRow(row, description.columns, text, call)) mismatches.push(`${location} ${mismatch}`);
    }
  for (const text of composed) {
    checked += 1;
    const description = await describer.describe(text);
    if (description.kind === 'invalid') mismatches.push(`${description.reason}: ${text}`);
  }
  await describer.close();
  return { checked, mismatches: [...new Set(mismatches)], unevaluated };
}
