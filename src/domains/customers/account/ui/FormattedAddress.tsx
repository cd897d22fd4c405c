import type { UserAddress } from '#domains/customers/identity/model/auth-user.ts';
import type { Market } from '#markets/market.ts';

/** Name, street and place of an address. */
export function PlaceLines({ market, address }: { market: Market; address: UserAddress }) {
  return (
    <address>
      <b>
        {address.firstName} {address.lastName}
      </b>
      {address.isDefault && <span className="small quiet"> Your default address</span>}
      <br />
      {address.address}
      <br />
      {market === 'AU' ? `${address.suburb} ${address.state} ${address.postcode}` : `Singapore ${address.postcode}`}
    </address>
  );
}
