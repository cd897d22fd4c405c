import type { UserAddress } from '#domains/customers/identity/model/auth-user.ts';
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';
import { addressMessages } from '../messages.ts';

/** Renders name, street and locality of an address. */
export function FormattedAddress({ market, address }: { market: Market; address: UserAddress }) {
  return (
    <address>
      <b>
        {address.firstName} {address.lastName}
      </b>
      {address.isDefault && <span className="small text-muted"> {addressMessages.default}</span>}
      <br />
      {address.address}
      <br />
      {deliveryRules(market).address.format(address)}
    </address>
  );
}
