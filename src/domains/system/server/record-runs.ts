/** Records the runs of jobs, for the screen of jobs and for alerts. A run is not affected by what cannot be recorded. */
import type { Queryable } from '#lib/db/pool.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import { recordEnd, recordStart } from './job-run.repository.ts';

/** Time in ms within which equal outcomes of a job that runs every few seconds are recorded once. */
const REPEAT_MS = 60_000;
const MAX_ERROR = 500;

/** Returns the first lines of an error, as far as they can be stored. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return isStorable(text) ? text.slice(0, MAX_ERROR).toWellFormed() : 'The error cannot be shown.';
}

type Run = () => Promise<unknown>;

export interface RunRecorder {
  /** Runs a job that runs once a minute or less. Never rejects: a failure is recorded and reported. */
  scheduled(name: string, run: Run): Promise<void>;
  /** Runs a job that every process runs every few seconds. @throws what the job throws */
  polled(name: string, run: Run): Promise<void>;
}

/** Called after each run, for monitoring. */
export type ObserveRun = (job: string, hasFailed: boolean, ms: number) => void;

/** @param onError reports a failure of a job, or of recording it */
export function createRunRecorder(
  db: Queryable,
  onError: (job: string, error: unknown) => void,
  observe: ObserveRun = () => {},
): RunRecorder {
  const recorded = new Map<string, { readonly at: number; readonly error: string }>();
  const save = (writing: Promise<unknown>): Promise<void> =>
    writing.then(
      () => {},
      (error: unknown) => onError('record-runs', error),
    );
  /** @returns what went wrong, or null */
  const attempt = async (run: Run): Promise<{ readonly error: unknown } | null> => {
    try {
      await run();
      return null;
    } catch (error) {
      return { error };
    }
  };
  return {
    async scheduled(name, run) {
      const started = performance.now();
      await save(recordStart(db, name));
      const failure = await attempt(run);
      const ms = performance.now() - started;
      observe(name, failure !== null, ms);
      if (failure) onError(name, failure.error);
      await save(recordEnd(db, name, Math.round(ms), failure ? reasonOf(failure.error) : ''));
    },
    async polled(name, run) {
      const started = performance.now();
      const failure = await attempt(run);
      const ended = performance.now();
      observe(name, failure !== null, ended - started);
      const error = failure ? reasonOf(failure.error) : '';
      const last = recorded.get(name);
      if (last === undefined || last.error !== error || ended - last.at >= REPEAT_MS) {
        recorded.set(name, { at: ended, error });
        await save(recordEnd(db, name, Math.round(ended - started), error));
      }
      if (failure) throw failure.error;
    },
  };
}
