import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { errorReportContract } from '../contract.ts';
import { cleanText } from '../model/redact.ts';
import { addDescription } from './error-group.repository.ts';

export const errorReportHandlers = (database: Database): Handlers<typeof errorReportContract> => ({
  async describe({ id, words }) {
    return (await addDescription(database, id, cleanText(words))) ? ok({ data: { kept: true } }) : fail('report_not_found');
  },
});
