import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('test databases', () => {
  test('each is its own: what one writes the other does not see', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await withClient(one.connectionString, (client) => client.query('CREATE TABLE mark (id int)'));
    const seen = await withClient(other.connectionString, (client) => client.query("SELECT to_regclass('mark') AS found"));
    expect(seen.rows).toEqual([{ found: null }]);
    await Promise.all([one.drop(), other.drop()]);
  });

  test('the shop owns its database and is no superuser', async () => {
    const database = await createTestDatabase();
    const { rows } = await withClient(database.connectionString, (client) =>
      client.query(
        'SELECT rolname, rolsuper, pg_get_userbyid(datdba) AS owner FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()',
      ),
    );
    expect(rows).toEqual([{ rolname: 'cellardoor', rolsuper: false, owner: 'cellardoor' }]);
    await database.drop();
  });

  test('a drop goes through under an open connection', async () => {
    const database = await createTestDatabase();
    await withClient(database.connectionString, async (client) => {
      await client.query('SELECT 1');
      await database.drop();
      await expect(client.query('SELECT 1')).rejects.toThrow();
    });
    await expect(withClient(database.connectionString, async () => {})).rejects.toThrow(/does not exist/);
  });
});
