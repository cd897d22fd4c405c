/** What of a claim was claimed from suppliers, with each file as it was sent. */
import { supplierClaimMessages as text } from '#domains/selling/claims/messages/supplier.ts';
import type { OfficeClaim } from '#domains/selling/claims/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { supplierCalls } from './supplier-calls.ts';

async function save(id: string): Promise<void> {
  const file = await supplierCalls.supplierClaimFile({ id });
  if (file.ok) saveFile(file.value.name, [file.value.csv], 'text/csv;charset=utf-8');
  else toastFailed(file.title);
}

export function SupplierPanel({ claim }: { readonly claim: OfficeClaim }) {
  const { supplierClaims, timeZone } = claim;
  if (supplierClaims.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="claim-suppliers">
      <div className="panel-head">
        <h2 id="claim-suppliers">{text.panel}</h2>
      </div>
      <ul className="panel-body stack">
        {supplierClaims.map(({ id, producer, email, by, at }) => (
          <li key={id} className="claim-supplier">
            <span>
              {text.fact(producer, email)}
              <span className="claim-supplier-by text-muted small">{text.by(by, formatMoment(at, timeZone))}</span>
            </span>
            <Button tone="quiet" icon="download" aria-label={text.fileOf(producer)} onPress={() => void save(id)}>
              {text.file}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
