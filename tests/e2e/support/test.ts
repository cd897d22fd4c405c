/** `test` with the fixtures of the browser tests. */
import { test as base, expect } from '@playwright/test';
import { type BrowserSession, DESKTOP, MEASURED_USER_AGENT_FLAG, openSession, type SessionOptions } from './browser.ts';

export { expect } from '@playwright/test';

export interface Visit extends BrowserSession {
  /** Fails on any violation so far and on any axe violation of the current page. */
  audit(): Promise<void>;
}

export interface VisitOptions extends Partial<SessionOptions> {
  /** True if the test causes errors, so that errors of the session do not fail it. */
  readonly expectsViolations?: boolean;
}

/**
 * Opens a shopper's session with the viewport of the project. At the end of the test every session is closed, and the test fails if a
 * page logged an error or a warning or left a rejection unhandled.
 */
export type OpenVisit = (baseURL: string, options?: VisitOptions) => Promise<Visit>;

export interface TestFixtures {
  visit: OpenVisit;
}

export interface WorkerOptions {
  /** True if analytics counts the browser as a person. */
  isMeasured: boolean;
}

export const test = base.extend<TestFixtures, WorkerOptions>({
  isMeasured: [false, { option: true, scope: 'worker' }],
  launchOptions: [
    async ({ isMeasured, launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), ...(isMeasured ? [MEASURED_USER_AGENT_FLAG] : [])];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, viewport, hasTouch }, use, testInfo) => {
    const sessions: { readonly session: BrowserSession; readonly expectsViolations: boolean }[] = [];

    await use(async (baseURL, { expectsViolations = false, ...options } = {}) => {
      const session = await openSession(browser, baseURL, {
        viewport: viewport ?? DESKTOP,
        ...(hasTouch ? { hasTouch } : {}),
        ...options,
      });
      sessions.push({ session, expectsViolations });
      const audit = async (): Promise<void> => {
        expect([...session.violations, ...(await session.axe())], 'violations of the page and of axe').toEqual([]);
      };
      return { ...session, audit };
    });

    const violations = sessions.flatMap(({ session, expectsViolations }) => (expectsViolations ? [] : session.violations));
    const failedRequests = sessions.flatMap(({ session }) => session.failedRequests);
    if (testInfo.errors.length > 0)
      await testInfo.attach('failed requests', { body: failedRequests.join('\n'), contentType: 'text/plain' });
    await Promise.all(sessions.map(({ session }) => session.close()));
    expect(violations, 'violations of the pages').toEqual([]);
  },
});
