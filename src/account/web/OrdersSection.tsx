import { Loading, Refusal } from './Loading.tsx';
import { OrderRows } from './OrderRows.tsx';
import { type AccountCalls, useAccountCalls, useChange, useLoaded } from './use-account.ts';

const ask = (calls: AccountCalls) => calls.orders({});

/** Every order of the market, newest first. */
export function OrdersSection() {
  const calls = useAccountCalls();
  const orders = useLoaded('orders', ask);
  const { isBusy, error, run } = useChange();
  return (
    <>
      <h1 className="d38">Orders</h1>
      <Loading from={orders}>
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
                <button type="button" className="btn btn-line" disabled={isBusy} onClick={() => void readMore()}>
                  Show older orders
                </button>
              )}
            </>
          );
        }}
      </Loading>
      <Refusal text={error} />
    </>
  );
}
