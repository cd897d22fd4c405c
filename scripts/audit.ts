/**
 * `npm run audit`: reports known vulnerabilities of the shop's dependencies. Exits with 1 if there are any. Without a registry
 * the result is unknown.
 */
import { readAudit } from './audit-report.ts';
import { runNpm } from './run-npm.mjs';

const { stdout } = await runNpm(['audit', '--json', '--omit', 'dev', '--fetch-retries', '1']);
const { outcome, lines } = readAudit(stdout);
for (const line of lines) console.log(line);
process.exitCode = outcome === 'vulnerable' ? 1 : 0;
