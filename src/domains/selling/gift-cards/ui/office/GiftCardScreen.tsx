/** One gift card: what it is worth, where its balance went, and its email. */
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { giftCardListMessages, STATE_LABELS, giftCardMessages as text, voidMessages } from '#domains/selling/gift-cards/messages/office.ts';
import type { OfficeGiftCard } from '#domains/selling/gift-cards/office-contract.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { CardConflict } from './CardConflict.tsx';
import { GiftCardLedger, GiftCardTimeline } from './GiftCardLedger.tsx';
import { BalancePanel, DeliveryPanel, OriginPanel } from './GiftCardSide.tsx';
import { giftCardCalls } from './gift-card-calls.ts';
import { STATE_TONES } from './gift-card-tones.ts';
import type { loadGiftCard } from './load-gift-cards.ts';
import { SendCardDialog } from './SendCardDialog.tsx';
import { useCardAction } from './use-card-action.ts';
import { VoidCardDialog } from './VoidCardDialog.tsx';
import './gift-card.css';

const pathOf = (id: string | null): string | null => (id === null ? null : `/gift-cards/${id}`);

export function GiftCardScreen() {
  const card = useLoaderData<typeof loadGiftCard>();
  const may = useMay();
  const [dialog, setDialog] = useState<'void' | 'send' | null>(null);
  const restoring = useCardAction(card);
  const { id, market, ending, state, createdAt, balance, held } = card.card;
  const left = Math.round((balance - held) * 100) / 100;
  const close = (): void => setDialog(null);
  const canVoid = may('credit.write') && left > 0 && state !== 'expired';
  useRecordActions({ voidGiftCard: canVoid && (() => setDialog('void')) });
  useLiveReload('gift_card', { id, isPaused: dialog !== null });
  const restore = ({ version, restorable }: Pick<OfficeGiftCard, 'version' | 'restorable'>): void => {
    const amount = formatAmount(market, restorable);
    restoring.run(
      {
        send: (shown) => giftCardCalls.restoreGiftCard({ id, version: shown }),
        done: text.restored(amount),
        change: text.restore(amount),
        onDone: () => undefined,
      },
      version,
    );
  };
  return (
    <div className="screen">
      <PageHeader
        title={text.title(ending)}
        parent={{ label: giftCardListMessages.title, to: listAddress('/gift-cards') }}
        badges={
          <>
            <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>
            <span className="market">{market}</span>
          </>
        }
        summary={text.issued(formatMoment(createdAt, card.timeZone))}
        log={<ActivityLink kind="gift_card" id={card.card.id} />}
        actions={
          may('credit.write') && (
            <>
              {card.restorable > 0 && (
                <Button icon="refresh" onPress={() => restore(card)} isPending={restoring.isPending}>
                  {text.restore(formatAmount(market, card.restorable))}
                </Button>
              )}
              {canVoid && (
                <Button icon="close" onPress={() => setDialog('void')}>
                  {voidMessages.action(formatAmount(market, left))}
                </Button>
              )}
            </>
          )
        }
        neighbours={{ previous: pathOf(card.neighbours.previous), next: pathOf(card.neighbours.next) }}
      />
      <FormError error={restoring.error} />
      <div className="panel-columns">
        <div className="stack">
          <GiftCardLedger card={card} />
          <GiftCardTimeline card={card} />
        </div>
        <div className="stack">
          <BalancePanel card={card} />
          <DeliveryPanel card={card} onSend={() => setDialog('send')} />
          <OriginPanel card={card} />
        </div>
      </div>
      {dialog === 'void' && <VoidCardDialog card={card} done={text.voided(formatAmount(market, left))} onUndo={restore} onClose={close} />}
      {dialog === 'send' && <SendCardDialog card={card} onClose={close} />}
      <CardConflict card={card} action={restoring} />
    </div>
  );
}
