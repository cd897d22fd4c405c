/** Client process of `hammer` in load.ts: runs autocannon on the target in its argument, after a warm-up, and prints the result. */
import autocannon from 'autocannon';
import type { Load, Target } from './load.ts';

const WARM_UP_SECONDS = 2;
const target: Target = JSON.parse(process.argv[2] ?? '');
const { url, method = 'GET', headers = {}, body, connections = 10, seconds = 4 } = target;
const { origin, pathname, search } = new URL(url);
const path = decodeURI(pathname + search);
let count = 0;

const shoot = (duration: number) =>
  autocannon({
    url: origin,
    connections,
    duration,
    pipelining: 1,
    requests: [
      {
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(path.includes('{n}') && {
          setupRequest: (request: autocannon.Request): autocannon.Request => {
            count += 1;
            return { ...request, path: encodeURI(path.replaceAll('{n}', String(count))) };
          },
        }),
      },
    ],
  });

await shoot(WARM_UP_SECONDS);
const result = await shoot(seconds);
const load: Load = {
  perSecond: result['2xx'] / result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failed: result.non2xx + result.errors,
};
console.log(JSON.stringify(load));
