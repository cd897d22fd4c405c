/** Port for personal data: each domain reads its part for the data download and erases it with the account. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

/** The customer whose data is read or erased. */
export interface Person {
  readonly id: number;
  readonly subject: string;
  readonly email: string;
}

/** Personal data of one domain. `src/server/personal-data.ts` lists all of them. */
export interface PersonalData {
  /** Key in the download. */
  readonly name: string;
  read(db: Queryable, person: Person): Promise<unknown>;
  /** Deletes the data, or anonymises it if accounting needs it. Rows with `on delete cascade` need nothing. */
  erase(transaction: Transaction, person: Person): Promise<void>;
}

/** Reads all personal data of a customer, by source. */
export async function readEverything(db: Queryable, sources: readonly PersonalData[], person: Person): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const source of sources) entries.push([source.name, await source.read(db, person)]);
  return Object.fromEntries(entries);
}

/** Erases a person in all domains: deletes the account, and anonymises what accounting needs. */
export async function eraseEverything(transaction: Transaction, sources: readonly PersonalData[], person: Person): Promise<void> {
  for (const source of sources) await source.erase(transaction, person);
}
