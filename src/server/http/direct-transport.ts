/** Runs the loaders' calls with the same validation and handlers as requests, without an HTTP hop. */
import type { Transport } from '#lib/client.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import { type Endpoint, invokeEndpoint } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';

/** Creates a transport that invokes endpoints in this process. @param context context of every call */
export function directTransport(bound: readonly Endpoint[], context: CallContext): Transport {
  const byAddress = byMethodAndPath(bound);
  return async (call, input) => {
    const found = byAddress.get(`${call.method} ${call.path}`);
    if (!found) return { status: 404, body: toCommonError('not_found') };
    const parsed = found.spec.input.safeParse(input);
    if (!parsed.success) return { status: 400, body: toCommonError('invalid_input', { reason: describeIssues(parsed.error.issues) }) };
    return invokeEndpoint(found, parsed.data, context);
  };
}

const made = new WeakMap<readonly Endpoint[], Map<string, Endpoint>>();
function byMethodAndPath(bound: readonly Endpoint[]): Map<string, Endpoint> {
  let map = made.get(bound);
  if (!map) {
    map = new Map(bound.map((call) => [`${call.spec.method} ${call.spec.path}`, call]));
    made.set(bound, map);
  }
  return map;
}
