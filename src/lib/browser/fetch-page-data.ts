/**
 * Page data is asked for up to three times more before the document itself is loaded (SPEC.md §4, §9). The router fetches it
 * with the page's own `fetch`, so that is what tries again, for data addresses only.
 */
const RETRIES = 3;
const WAITS = [200, 600, 1_800] as const;

export interface PageDataPorts {
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly isOnline: () => boolean;
  /** Load a document in place of data that cannot be had. */
  readonly redirectTo: (path: string) => void;
}

const urlOf = (input: RequestInfo | URL, base: string): URL =>
  new URL(input instanceof Request ? input.url : input instanceof URL ? input.href : input, base);

/** The page's path behind a data address: `/about.data` → `/about`, `/_root.data` → `/`. */
export const pagePath = ({ pathname, search }: URL): string => {
  const path = pathname
    .replace(/\.data$/, '')
    .replace(/^\/_root$/, '/')
    .replace(/\/_$/, '/');
  const kept = new URLSearchParams(search);
  kept.delete('_routes');
  const query = kept.toString();
  return query === '' ? path : `${path}?${query}`;
};

const isFault = (answer: Response | null): boolean => answer === null || (answer.status >= 500 && !answer.headers.has('x-remix-response'));

/** A `fetch` that asks for page data again when it fails, and then lets the browser load the page itself. */
export function patientFetch({ fetch: given, wait, isOnline, redirectTo }: PageDataPorts, base: string): typeof fetch {
  return async (input, init) => {
    const url = urlOf(input, base);
    const isPageData = url.origin === new URL(base).origin && url.pathname.endsWith('.data');
    if (!isPageData) return given(input, init);
    const once = () =>
      given(input, init).catch((error: unknown) => {
        if (init?.signal?.aborted || (error instanceof DOMException && error.name === 'AbortError')) throw error;
        return null;
      });
    let answer = await once();
    for (let retry = 0; retry < RETRIES && isFault(answer) && isOnline(); retry += 1) {
      await wait(WAITS[retry] ?? 0);
      answer = await once();
    }
    if (answer !== null && !isFault(answer)) return answer;
    redirectTo(pagePath(url));
    // The document is on its way: whoever waits for the data waits until it is there.
    return new Promise<Response>(() => {});
  };
}
