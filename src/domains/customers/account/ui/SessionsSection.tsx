import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { accountPageLabels, sessionMessages as m } from '../messages.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const load = (calls: AccountCalls) => calls.sessions({});

/** Signed-in devices, with buttons to sign them out. */
export default function SessionsSection() {
  const calls = useAccountClient();
  const { market } = useMarketConfig();
  const sessions = useQuery('sessions', load);
  const { isSubmitting, error, run } = useMutation();
  const end = (ids: readonly string[], send: () => ReturnType<AccountCalls['endSessions']>) =>
    run(send, () => sessions.replace({ data: (sessions.value?.data ?? []).filter(({ id }) => !ids.includes(id)) }));
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.sessions}</h1>
      <ErrorMessage text={error} />
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
                      <p className="small text-muted">{isThis ? m.thisDevice : m.lastUsed(formatDate(market, new Date(lastSeenAt)))}</p>
                    </div>
                    {!isThis && (
                      <button
                        type="button"
                        className="button button-outline"
                        disabled={isSubmitting}
                        aria-label={m.signOutDevice(device)}
                        onClick={() => void end([id], () => calls.endSessions({ id }))}
                      >
                        {m.signOut}
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
                  {m.signOutOthers}
                </button>
              )}
            </>
          );
        }}
      </AsyncContent>
    </>
  );
}
