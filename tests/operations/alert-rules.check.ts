/** Prometheus fires the alerts of the guide for operators, and no others, on the series of `rules.test.yaml` and `weeks.test.yaml`. */
import { expect, test } from 'vitest';
import { run } from '#tests/fixtures/guide-blocks.ts';

test('Prometheus fires the alerts as their tests say', () => {
  const { status, output } = run('promtool', ['test', 'rules', 'deploy/monitoring/rules.test.yaml', 'deploy/monitoring/weeks.test.yaml']);

  expect(status, output).toBe(0);
  expect(output.match(/SUCCESS/g)).toHaveLength(2);
});
