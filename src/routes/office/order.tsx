import { useBeginDraft } from '#domains/selling/draft-orders/ui/office/use-begin-draft.ts';
import { OrderScreen } from '#domains/selling/orders/ui/office/OrderScreen.tsx';

export { loadOrder as loader } from '#domains/selling/orders/ui/office/load-order.ts';
export const Component = () => <OrderScreen onDuplicate={useBeginDraft('duplicateOrder')} onAddWines={useBeginDraft('addToOrder')} />;
