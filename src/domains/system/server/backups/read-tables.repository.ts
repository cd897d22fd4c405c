/** Reads a whole database, for the trial of a backup. */
import type { Queryable } from '#lib/db/pool.ts';

/**
 * Reads every row of every table, with what is stored beside it, so that PostgreSQL checks the checksum of each page. To be called as
 * superuser.
 * @throws DatabaseError that names the damaged page
 */
export const readEveryTable = (db: Queryable): Promise<number> =>
  db.execute({
    text: `do $$
      declare
        name regclass;
        rows bigint;
      begin
        perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
        for name in select oid from pg_class where relkind in ('r', 'm', 't') and relpersistence = 'p' loop
          execute format('select count(*) from %s', name) into rows;
        end loop;
      end $$`,
  });
