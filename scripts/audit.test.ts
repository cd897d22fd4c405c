import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readAudit } from './audit-report.ts';

describe('npm audit report', () => {
  test('lists known vulnerabilities, the most severe first', () => {
    const { outcome, lines } = readAudit(
      JSON.stringify({
        auditReportVersion: 2,
        vulnerabilities: {
          mild: { severity: 'low', range: '<2.0.0', via: ['wild'], fixAvailable: true },
          wild: {
            severity: 'high',
            range: '<1.2.3',
            via: [{ title: 'Runs away', url: 'https://advisories.example/1' }],
            fixAvailable: false,
          },
        },
      }),
    );

    expect(outcome).toBe('vulnerable');
    expect(lines).toEqual([
      'high      wild <1.2.3 (no fix yet)',
      '            Runs away https://advisories.example/1',
      'low       mild <2.0.0',
      '            by wild',
      '2 packages with known vulnerabilities.',
    ]);
  });

  test('reports no vulnerabilities', () => {
    expect(readAudit('{"auditReportVersion":2,"vulnerabilities":{}}').outcome).toBe('clean');
  });

  test.each([
    { name: 'a registry that cannot be reached', text: '{"message":"connect ECONNREFUSED","error":{}}', lines: 2 },
    { name: 'nothing', text: '', lines: 1 },
  ])('reports $name as unknown', ({ text, lines }) => {
    const result = readAudit(text);

    expect(result.outcome).toBe('unknown');
    expect(result.lines).toHaveLength(lines);
  });
});

test("writes a bill of materials with the shop's dependencies and without development tools", () => {
  const bill = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      metadata: z.object({ component: z.object({ name: z.string() }) }),
      components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
    })
    .parse(JSON.parse(readFileSync(new URL('../build/sbom.cdx.json', import.meta.url), 'utf8')));
  const names = bill.components.map(({ name }) => name);

  expect(bill.metadata.component.name).toBe('cellardoor');
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'pg', 'zod', '@fastify/helmet']));
  expect(names).not.toContain('vitest');
});
