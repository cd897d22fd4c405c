import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const ask = (calls: AccountCalls) => calls.sessions({});

/** Signed-in devices, with buttons to sign them out. */
export default function SessionsSection() {
  const calls = useAccountClient();
  const { market } = useMarketConfig();
  const sessions = useQuery('sessions', ask);
  const { isSubmitting, error, run } = useMutation();
  const end = (ids: readonly string[], asked: () => ReturnType<AccountCalls['endSessions']>) =>
    run(asked, () => sessions.replace({ data: (sessions.value?.data ?? []).filter(({ id }) => !ids.includes(id)) }));
  return (
    <>
      <h1 className="heading-3">Devices</h1>
      <Refusal text={error} />
      <AsyncContent from={sessions}>
        {({ data }) => {
          const others = data.filter(({ isThis }) => !isThis).map(({ id }) => id);
          return (
            <>
              <ul className="account-list">
                {data.map(({ id, isThis, device, lastSeenAt }) => (
                  <li key={id}>
                    <div>
                      <b>{device}</b>
                      <p className="small text-muted">
                        {isThis ? 'This device' : `Last used on ${formatDate(market, new Date(lastSeenAt))}`}
                      </p>
                    </div>
                    {!isThis && (
                      <button
                        type="button"
                        className="button button-outline"
                        disabled={isSubmitting}
                        aria-label={`Sign out: ${device}`}
                        onClick={() => void end([id], () => calls.endSessions({ id }))}
                      >
                        Sign out
                      </button>
                    )}
                  </li>
                ))}
              </ul>
              {others.length > 0 && (
                <button
                  type="button"
                  className="button button-outline"
                  disabled={isSubmitting}
                  onClick={() => void end(others, () => calls.endSessions({}))}
                >
                  Sign out all other devices
                </button>
              )}
            </>
          );
        }}
      </AsyncContent>
    </>
  );
}
