/** Finds statements of migrations that keep processes waiting for a table that has rows. Takes a file without comments and bodies. */

const MADE_TABLE = /\bcreate\s+(?:(?:unlogged|temp|temporary)\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?(\w+)/gi;
const INDEX = /\bcreate\s+(unique\s+)?index\s+(concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:\w+\s+)??on\s+(?:only\s+)?(?:public\.)?(\w+)/gi;
const ALTERED_TABLE = /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?:public\.)?(\w+)\s+([^;]+)/gi;
const UPDATED_TABLE = /\b(?:update|delete\s+from)\s+(?:only\s+)?(?:public\.)?(\w+)\s+(?:\w+\s+)?(?:set|where|using)\b/gi;
const CHECK = /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b/i;
const UNIQUE = /\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key|exclude)\b/i;
/** A column with the beginning of its constraints: a comma in brackets ends it, which is far enough. */
const ADDED_COLUMN = /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s+([^,;]+)/gi;
const UNIQUE_COLUMN = /\b(?:unique|primary\s+key)\b/i;
const CHECKED_COLUMN = /\b(?:check|references)\b/i;
const COMPUTED_COLUMN = /\bgenerated\s+(?:always|by\s+default)\s+as\b|\bdefault\s+(?:gen_random_uuid|clock_timestamp|nextval|random)\b/i;
const NEW_TYPE = /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i;
const REQUIRED = /\balter\s+column\s+\w+\s+set\s+not\s+null\b/i;

const addsColumn = (actions: string, kind: RegExp): boolean =>
  [...actions.matchAll(ADDED_COLUMN)].some(([, column = '']) => kind.test(column));

/** Returns a test whether an earlier file made a table. */
function earlierTables(sql: string): (table: string) => boolean {
  const own = new Set([...sql.matchAll(MADE_TABLE)].map(([, table = '']) => table.toLowerCase()));
  return (table) => !own.has(table.toLowerCase());
}

/** Returns the tables of earlier files in which values become unique. */
export function uniqueIndexesOn(sql: string): readonly string[] {
  const isEarlier = earlierTables(sql);
  const indexed = [...sql.matchAll(INDEX)].filter(([, unique]) => unique !== undefined).map(([, , , table = '']) => table);
  const altered = [...sql.matchAll(ALTERED_TABLE)]
    .filter(([, , actions = '']) => UNIQUE.test(actions) || addsColumn(actions, UNIQUE_COLUMN))
    .map(([, table = '']) => table);
  return [...indexed, ...altered].filter(isEarlier);
}

/** Returns what is done to tables of earlier files while everybody waits, and what to do instead. */
export function findBlocking(sql: string, isAtomic: boolean): readonly string[] {
  const isEarlier = earlierTables(sql);
  const altered = [...sql.matchAll(ALTERED_TABLE)]
    .map(([, table = '', actions = '']) => ({ table, actions }))
    .filter(({ table }) => isEarlier(table));
  const updated = new Set([...sql.matchAll(UPDATED_TABLE)].map(([, table = '']) => table.toLowerCase()));
  return [
    ...[...sql.matchAll(INDEX)]
      .filter(([, , concurrently, table = '']) => concurrently === undefined && isEarlier(table))
      .map(([, , , table]) => `builds an index while nobody can write to ${table}. Use "-- transaction: none" and "concurrently"`),
    ...altered
      .filter(({ actions }) => (CHECK.test(actions) && !/\bnot\s+valid\b/i.test(actions)) || addsColumn(actions, CHECKED_COLUMN))
      .map(
        ({ table }) =>
          `checks every row of ${table} while nobody can write to it. Use "not valid", and "validate constraint" in a later file`,
      ),
    ...altered
      .filter(({ actions }) => (UNIQUE.test(actions) && !/\busing\s+index\b/i.test(actions)) || addsColumn(actions, UNIQUE_COLUMN))
      .map(
        ({ table }) =>
          `builds an index while nobody can use ${table}. Create it concurrently in an earlier file, and add the constraint "using index"`,
      ),
    ...altered
      .filter(({ actions }) => NEW_TYPE.test(actions) || addsColumn(actions, COMPUTED_COLUMN))
      .map(({ table }) => `writes every row of ${table} again while nobody can use it. Add an empty column, and fill it in portions`),
    ...altered
      .filter(({ actions }) => REQUIRED.test(actions))
      .map(
        ({ table }) =>
          `reads every row of ${table} while nobody can use it. Validate a check "is not null" in an earlier file, and say so here`,
      ),
    ...new Set(
      altered
        .filter(({ table }) => isAtomic && updated.has(table.toLowerCase()))
        .map(({ table }) => `alters ${table} and changes its rows in one transaction. Put the rows in a file of their own`),
    ),
  ];
}
