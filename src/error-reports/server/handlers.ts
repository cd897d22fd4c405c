import { ok, fail } from '../../platform/contract.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import { cleanText } from '../clean.ts';
import type { errorReportContract } from '../contract.ts';
import { addWords } from './error-groups.ts';

export const errorReportHandlers = (database: Database): Handlers<typeof errorReportContract> => ({
  async describe({ id, words }) {
    return (await addWords(database, id, cleanText(words))) ? ok({ data: { kept: true } }) : fail('report_not_found');
  },
});
