import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileOf = (data: string): string => join(data, 'global', 'pg_control');
const idOf = (control: Buffer): string => control.readBigUInt64LE(0).toString();

/** Returns the id that initdb gave a database. Copies and restored backups have the same. @param data PostgreSQL's data directory */
export const readDatabaseId = async (data: string): Promise<string> => idOf(await readFile(fileOf(data)));

/** Like `readDatabaseId`, without waiting. */
export const readDatabaseIdSync = (data: string): string => idOf(readFileSync(fileOf(data)));

/** Position of `checkPointCopy.ThisTimeLineID` in the control file. */
const TIMELINE_OFFSET = 48;

/** Returns the timeline that a database was on at its last checkpoint. @param data PostgreSQL's data directory */
export const readTimeline = async (data: string): Promise<number> => (await readFile(fileOf(data))).readUInt32LE(TIMELINE_OFFSET);
