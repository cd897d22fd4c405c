/** The loaders' way to the shop's own calls: the same validation and handlers, without an HTTP hop. */
import type { Transport } from '../../platform/client.ts';
import type { CallContext } from '../../platform/server/http/context.ts';
import { describeIssues } from '../../platform/server/http/describe-issues.ts';
import { commonRefusal } from '../../platform/server/http/refusal-body.ts';
import { type Endpoint, invokeEndpoint } from '../../platform/server/http/register-calls.ts';

/** A transport that runs bound calls as a guest of a site. */
export function directTransport(bound: readonly Endpoint[], context: CallContext): Transport {
  const byAddress = byMethodAndPath(bound);
  return async (call, input) => {
    const found = byAddress.get(`${call.method} ${call.path}`);
    if (!found) return { status: 404, body: commonRefusal('not_found') };
    const parsed = found.spec.input.safeParse(input);
    if (!parsed.success) return { status: 400, body: commonRefusal('invalid_input', { reason: describeIssues(parsed.error.issues) }) };
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
