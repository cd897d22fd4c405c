import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { sheetListMessages } from '#domains/selling/stock/messages/sheets.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import type { deliveryList } from './load-sheets.ts';
import { NewDeliveryDialog } from './NewDelivery.tsx';
import { SheetListScreen } from './SheetListScreen.tsx';

/** The list of deliveries. */
export function DeliveryListScreen() {
  const may = useMay();
  const [isCreating, setIsCreating] = useState(false);
  const mayCreate = may('stock.write');
  useScreenActions({ enterDelivery: mayCreate && (() => setIsCreating(true)) });
  return (
    <>
      <SheetListScreen
        kind="delivery"
        data={useLoaderData<typeof deliveryList.loader>()}
        action={
          mayCreate ? (
            <Button tone="primary" icon="plus" onPress={() => setIsCreating(true)}>
              {sheetListMessages.newDelivery}
            </Button>
          ) : null
        }
      />
      {isCreating && <NewDeliveryDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
