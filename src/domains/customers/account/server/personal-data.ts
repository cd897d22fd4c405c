/** Port for personal data: each domain reads its part for the data download and erases it with the account. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

/** The customer whose data is read or erased. */
export interface Person {
  readonly id: number;
  readonly subject: string;
  readonly email: string;
}

/** What staff wrote about a customer. */
export interface StaffNote {
  /** The record that has the note, in words. */
  readonly about: string;
  readonly market: string;
  readonly at: Date;
  readonly author: string;
  readonly text: string;
}

/** Personal data of one domain. `src/server/personal-data.ts` lists all of them. */
export interface PersonalData {
  /** Key in the download. */
  readonly name: string;
  read(db: Queryable, person: Person): Promise<unknown>;
  /** Reads what staff wrote. It is in the export of the office only: forms say that customers do not see it. */
  readNotes?(db: Queryable, person: Person): Promise<readonly StaffNote[]>;
  /** Deletes the data, or anonymises it if accounting needs it. Rows with `on delete cascade` need nothing. */
  erase(transaction: Transaction, person: Person): Promise<void>;
}

/** Reads all personal data of a customer, by source. */
export async function readEverything(db: Queryable, sources: readonly PersonalData[], person: Person): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const source of sources) entries.push([source.name, await source.read(db, person)]);
  return Object.fromEntries(entries);
}

/** Reads what staff wrote about a customer, in the order in which they wrote it. */
export async function readStaffNotes(db: Queryable, sources: readonly PersonalData[], person: Person): Promise<readonly StaffNote[]> {
  const notes: (readonly StaffNote[])[] = [];
  for (const source of sources) notes.push((await source.readNotes?.(db, person)) ?? []);
  return notes.flat().toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Erases a person in all domains: deletes the account, and anonymises what accounting needs. */
export async function eraseEverything(transaction: Transaction, sources: readonly PersonalData[], person: Person): Promise<void> {
  for (const source of sources) await source.erase(transaction, person);
}
