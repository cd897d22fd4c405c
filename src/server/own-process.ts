/** What this process is: version, start, host. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import type { OwnProcess } from '#domains/system/server/process.repository.ts';
import type { ProcessRole } from '#lib/process-roles.ts';

export const { version: SHOP_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

/** When this process began. */
export const STARTED_AT = new Date(Date.now() - process.uptime() * 1_000);

/** Describes this process, with an id that no other one has. */
export const ownProcess = (role: ProcessRole): OwnProcess => ({
  id: randomUUID(),
  role,
  host: hostname(),
  pid: process.pid,
  version: SHOP_VERSION,
});
