import { useLoaderData } from 'react-router';
import { useMay } from '#domains/staff/ui/office/me.ts';
import type { deliveryList } from './load-sheets.ts';
import { NewDelivery } from './NewDelivery.tsx';
import { SheetListScreen } from './SheetListScreen.tsx';

/** The list of deliveries. */
export function DeliveryListScreen() {
  const may = useMay();
  return (
    <SheetListScreen
      kind="delivery"
      data={useLoaderData<typeof deliveryList.loader>()}
      action={may('stock.write') ? <NewDelivery /> : null}
    />
  );
}
