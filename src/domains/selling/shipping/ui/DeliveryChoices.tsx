import { useEffect, useState } from 'react';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import type { Output } from '#lib/define-contract.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { shippingContract } from '../contract.ts';
import { deliveryChoiceMessages as m } from '../messages/delivery-choices.ts';
import { formatDeliveryDay } from '../model/format-delivery-day.ts';
import { useSavedEstimate } from './saved-estimate.ts';
import './DeliveryChoices.css';

type Choices = Output<typeof shippingContract.deliveryChoices>;

/** Says what the checkout offers besides standard delivery to the postcode of the estimate. Renders nothing if it offers nothing. */
export function DeliveryChoices() {
  const { market } = useMarketConfig();
  const estimate = useSavedEstimate(market);
  const postcode = estimate?.dates ? estimate.postcode : '';
  const [choices, setChoices] = useState<Choices | null>(null);
  useEffect(() => {
    let isStale = false;
    client(shippingContract, fetchTransport())
      .deliveryChoices({ to: postcode })
      .then(
        (result) => isStale || setChoices(result.ok ? result.value : null),
        () => isStale || setChoices(null),
      );
    return () => {
      isStale = true;
    };
  }, [postcode]);

  const [first] = choices?.days ?? [];
  const offered = [
    ...(first === undefined ? [] : [m.chooseDay(formatDeliveryDay(market, first))]),
    ...(choices?.hold ? [m.hold(formatDeliveryDay(market, choices.hold.until))] : []),
    ...(choices?.places ?? []).map(({ name, address }) => m.collect(name, address)),
  ];
  if (offered.length === 0) return null;
  return (
    <div className="delivery-choices small text-muted">
      <p>{m.title}</p>
      <ul>
        {offered.map((choice) => (
          <li key={choice}>{choice}</li>
        ))}
      </ul>
    </div>
  );
}
