/** Parses the output of `npm audit --json`. */
import { z } from 'zod';

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'] as const;

const advisory = z.object({ title: z.string(), url: z.string() });
const responseSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.enum(SEVERITIES), range: z.string(), via: z.array(z.union([z.string(), advisory])), fixAvailable: z.unknown() }),
  ),
});

export interface AuditResult {
  /** `unknown`: no registry answered. */
  readonly outcome: 'clean' | 'vulnerable' | 'unknown';
  readonly lines: readonly string[];
}

/** Returns the known vulnerabilities, the most severe first. */
export function readAudit(text: string): AuditResult {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  const parsed = responseSchema.safeParse(body);
  if (!parsed.success) {
    const reason = z.object({ message: z.string() }).safeParse(body);
    return {
      outcome: 'unknown',
      lines: ['No registry answered, so nothing was checked.', ...(reason.success ? [`  ${reason.data.message}`] : [])],
    };
  }
  const found = Object.entries(parsed.data.vulnerabilities).sort(
    ([, one], [, other]) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  );
  if (found.length === 0) return { outcome: 'clean', lines: ['No known vulnerabilities in what the shop runs with.'] };
  const lines = found.flatMap(([name, { severity, range, via, fixAvailable }]) => [
    `${severity.padEnd(9)} ${name} ${range}${fixAvailable ? '' : ' (no fix yet)'}`,
    ...via.map((cause) => (typeof cause === 'string' ? `            by ${cause}` : `            ${cause.title} ${cause.url}`)),
  ]);
  return { outcome: 'vulnerable', lines: [...lines, `${found.length} packages with known vulnerabilities.`] };
}
