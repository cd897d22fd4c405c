import type { UserAddress } from '#domains/customers/identity/model/auth-user.ts';
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';

/** Renders name, street and locality of an address. */
export function PlaceLines({ market, address }: { market: Market; address: UserAddress }) {
  return (
    <address>
      <b>
        {address.firstName} {address.lastName}
      </b>
      {address.isDefault && <span className="small text-muted"> Your default address</span>}
      <br />
      {address.address}
      <br />
      {deliveryRules(market).address.format(address)}
    </address>
  );
}
