/** Staff of the sample shop. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '#lib/db/pool.ts';
import { hashPassword } from '#lib/server/password-hash.ts';
import { recordActivity } from './activity.repository.ts';
import { findRoleByName, setRoles } from './role.repository.ts';
import { insertStaff, updatePasswordHash, updateStatus } from './staff.repository.ts';

export const SAMPLE_STAFF_FILE = 'data/sample/staff.jsonl';

const sampleStaff = z.object({ email: z.string(), name: z.string(), role: z.string(), password: z.string() });

/** Creates the sample staff without second factors. @param root the project's root folder */
export async function loadSampleStaff(database: Database, root: string): Promise<void> {
  const text = await readFile(join(root, SAMPLE_STAFF_FILE), 'utf8');
  for (const line of text.split('\n').filter(Boolean)) {
    const { email, name, role: roleName, password } = sampleStaff.parse(JSON.parse(line));
    const hash = await hashPassword(password);
    await database.transaction(async (transaction) => {
      const role = await findRoleByName(transaction, roleName);
      const staff = await insertStaff(transaction, { email, name });
      if (!staff || !role) return;
      await setRoles(transaction, staff.id, [role.id]);
      await updatePasswordHash(transaction, staff.id, hash);
      await updateStatus(transaction, staff.id, 'active');
      await recordActivity(
        transaction,
        { kind: 'system', name: 'Sample shop' },
        { action: 'staff.joined', subject: { kind: 'staff', id: staff.id }, after: { email, role: roleName } },
      );
    });
  }
}
