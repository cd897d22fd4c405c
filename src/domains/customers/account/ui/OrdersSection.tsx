import { accountPageLabels, orderMessages } from '../messages.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { OrderRows } from './OrderRows.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const load = (calls: AccountCalls) => calls.orders({});

/** Orders of the market, newest first [ACC-5]. */
export default function OrdersSection() {
  const calls = useAccountClient();
  const orders = useQuery('orders', load);
  const { isSubmitting, error, run } = useMutation();
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.orders}</h1>
      <AsyncContent from={orders}>
        {({ data, more }) => {
          const last = data.at(-1)?.number;
          const loadMore = () =>
            run(
              () => calls.orders({ before: last }),
              (next) => orders.replace({ data: [...data, ...next.data], more: next.more }),
            );
          return (
            <>
              <OrderRows orders={data} />
              {more && (
                <button type="button" className="button button-outline" disabled={isSubmitting} onClick={() => void loadMore()}>
                  {orderMessages.showOlder}
                </button>
              )}
            </>
          );
        }}
      </AsyncContent>
      <ErrorMessage text={error} />
    </>
  );
}
