/** Logs and reports the failures of jobs. */
import type { FastifyBaseLogger } from 'fastify';
import type { AppServices } from '../create-services.ts';

export interface JobFailures {
  /** @param what the job, or the part of the background, that failed */
  report(what: string, error: unknown): void;
  /**
   * From now on a failure means that the process closed its database while a job ran. It is logged as a warning and not reported, because a
   * later run repeats the job.
   */
  expectInterruptions(): void;
}

/** @param errors what failures are reported to */
export function createJobFailures(
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  errors: Pick<AppServices['errors'], 'report'>,
): JobFailures {
  let isEnding = false;
  return {
    report(what, error) {
      if (isEnding) return log.warn({ err: error, job: what }, 'The process stopped before a job ended. A later run repeats it');
      log.error({ err: error }, what);
      errors.report(error, { component: 'background', action: what });
    },
    expectInterruptions() {
      isEnding = true;
    },
  };
}
