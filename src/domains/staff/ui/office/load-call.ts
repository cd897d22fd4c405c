/** Calls of route loaders: a failure becomes an error of the route, which its error element shows. */
import { data, type LoaderFunctionArgs } from 'react-router';
import { isLiveReload } from '#ui/office/use-live-reload.ts';
import type { OfficeResult } from './office-client.ts';

/** Text of the status of a call that had no response, because a response of a route cannot have the status 0. */
export const NO_RESPONSE = 'no-response';

/** Returns the value of a call. @throws the response of a failure, for the error element */
export function valueOrThrow<Value>(result: OfficeResult<Value>): Value {
  if (result.ok) return result.value;
  throw data(result.title, result.status === 0 ? { status: 503, statusText: NO_RESPONSE } : { status: result.status });
}

/**
 * Returns the loader of a record that its screen reads again by itself. If the person may no longer see it then, the screen stays with what
 * they typed, and their next action says so.
 */
export function recordLoader<Value>(call: (args: LoaderFunctionArgs) => Promise<OfficeResult<Value>>) {
  let last: { readonly url: string; readonly value: Value } | null = null;
  return async (args: LoaderFunctionArgs): Promise<Value> => {
    const { url } = args.request;
    const result = await call(args);
    if (!result.ok && result.status === 403 && last?.url === url && isLiveReload()) return last.value;
    const value = valueOrThrow(result);
    last = { url, value };
    return value;
  };
}
