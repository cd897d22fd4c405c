import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { OrderRows } from './OrderRows.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const ask = (calls: AccountCalls) => calls.orders({});

/** Orders of the market, newest first [ACC-5]. */
export default function OrdersSection() {
  const calls = useAccountClient();
  const orders = useQuery('orders', ask);
  const { isSubmitting, error, run } = useMutation();
  return (
    <>
      <h1 className="heading-3">Orders</h1>
      <AsyncContent from={orders}>
        {({ data, more }) => {
          const last = data.at(-1)?.number;
          const readMore = () =>
            run(
              () => calls.orders({ before: last }),
              (next) => orders.replace({ data: [...data, ...next.data], more: next.more }),
            );
          return (
            <>
              <OrderRows orders={data} />
              {more && (
                <button type="button" className="button button-outline" disabled={isSubmitting} onClick={() => void readMore()}>
                  Show older orders
                </button>
              )}
            </>
          );
        }}
      </AsyncContent>
      <Refusal text={error} />
    </>
  );
}
