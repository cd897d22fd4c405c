/** Calls of route loaders: a failure becomes an error of the route, which its error element shows. */
import { data } from 'react-router';
import type { OfficeResult } from './office-client.ts';

/** Returns the value of a call. @throws the response of a failure, for the error element */
export function valueOrThrow<Value>(result: OfficeResult<Value>): Value {
  if (result.ok) return result.value;
  throw data(result.title, { status: result.status === 0 ? 503 : result.status });
}
