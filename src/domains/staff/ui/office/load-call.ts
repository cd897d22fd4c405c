/** Calls of route loaders: a failure becomes an error of the route, which its error element shows. */
import { data } from 'react-router';
import type { OfficeResult } from './office-client.ts';

/** Text of the status of a call that had no response, because a response of a route cannot have the status 0. */
export const NO_RESPONSE = 'no-response';

/** Returns the value of a call. @throws the response of a failure, for the error element */
export function valueOrThrow<Value>(result: OfficeResult<Value>): Value {
  if (result.ok) return result.value;
  throw data(result.title, result.status === 0 ? { status: 503, statusText: NO_RESPONSE } : { status: result.status });
}
