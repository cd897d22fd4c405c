/** Reads the result columns of statements from PostgreSQL without running them, by Parse and Describe of the extended protocol. */
import pg from 'pg';

export interface DescribedColumn {
  readonly name: string;
  /** Name of the type as in pg_type; arrays begin with an underscore. */
  readonly type: string;
  /** Table column that the value is read from. Null for expressions. */
  readonly source: TableColumn | null;
}

export interface TableColumn {
  readonly name: string;
  readonly isNullable: boolean;
  /** The values that a check constraint allows. Null if there is none. */
  readonly allowed: readonly string[] | null;
}

export type Description =
  | { readonly kind: 'columns'; readonly columns: readonly DescribedColumn[] }
  | { readonly kind: 'invalid'; readonly reason: string };

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** A query object of pg that parses and describes a statement. Returns no fields for a statement without rows. */
const fieldsOf = (client: pg.Client, text: string): Promise<readonly Field[]> =>
  new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    const query = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(message: { readonly fields: readonly Field[] }) {
        fields = message.fields;
      },
      handleNoData() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    };
    client.query(query);
  });

/** Properties of all columns: nullability, and values that a check of the form `column = ANY (…)` allows. */
const COLUMNS = `select a.attrelid::int as table_id, a.attnum::int as column_id, a.attname as name, not a.attnotnull as is_nullable,
    (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
      and pg_get_constraintdef(k.oid) like '%= ANY%' limit 1) as allowed
  from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attnum > 0 and c.relkind in ('r', 'p')`;

/** Opens a connection that describes statements. @param temporaryTables statements that create tables for the others */
export async function openDescriber(
  connectionString: string,
  temporaryTables: readonly string[] = [],
): Promise<{
  describe(text: string): Promise<Description>;
  close(): Promise<void>;
}> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const text of temporaryTables) await client.query(text);
  const { rows } = await client.query<{ table_id: number; column_id: number; name: string; is_nullable: boolean; allowed: string | null }>(
    COLUMNS,
  );
  const columns = new Map<string, TableColumn>(
    rows.map(({ table_id, column_id, name, is_nullable, allowed }) => [
      `${table_id}.${column_id}`,
      {
        name,
        isNullable: is_nullable,
        allowed: allowed === null ? null : [...allowed.matchAll(/'([^']*)'/g)].map(([, value = '']) => value),
      },
    ]),
  );
  const types = new Map(
    (await client.query<{ id: number; name: string }>('select oid::int as id, typname as name from pg_type')).rows.map(({ id, name }) => [
      id,
      name,
    ]),
  );
  return {
    async describe(text) {
      try {
        const fields = await fieldsOf(client, text);
        return {
          kind: 'columns',
          columns: fields.map(({ name, tableID, columnID, dataTypeID }) => ({
            name,
            type: types.get(dataTypeID) ?? String(dataTypeID),
            source: columns.get(`${tableID}.${columnID}`) ?? null,
          })),
        };
      } catch (error) {
        return { kind: 'invalid', reason: error instanceof Error ? error.message : String(error) };
      }
    },
    close: () => client.end(),
  };
}
