/** `npm run audit`: known vulnerabilities of what the shop runs with. Exits with 1 where there are any; without a registry nothing is known. */
import { readAudit } from './audit-report.ts';
import { runNpm } from './run-npm.mjs';

const { stdout } = await runNpm(['audit', '--json', '--omit', 'dev', '--fetch-retries', '1']);
const { outcome, lines } = readAudit(stdout);
for (const line of lines) console.log(line);
process.exitCode = outcome === 'vulnerable' ? 1 : 0;
