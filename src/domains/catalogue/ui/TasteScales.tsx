import type { OfferDetail } from '../contract.ts';
import { tasteMessages } from '../messages/taste.ts';

type Taste = NonNullable<OfferDetail['taste']>;

const SCALES = ['body', 'acidity', 'sweetness', 'tannin'] as const satisfies readonly (keyof Taste)[];

/** Shows the taste of a wine on four scales from 0 to 10. White wines have no tannin. */
export function TasteScales({ taste }: { taste: Taste }) {
  return (
    <dl className="scales">
      {SCALES.filter((key) => key !== 'tannin' || taste.tannin > 0).map((key) => {
        const { label, steps } = tasteMessages[key];
        const share = `${taste[key] * 10}%`;
        return (
          <div className="scale" key={key}>
            <dt>{label}</dt>
            <dd>
              <span className="visually-hidden">{steps[Math.min(2, Math.floor(taste[key] / 3.4))]}</span>
              <span className="bar" aria-hidden="true">
                <b style={{ width: share }} />
                <i style={{ left: share }} />
              </span>
              <span className="lo" aria-hidden="true">
                {steps[0]}
              </span>
              <span className="hi" aria-hidden="true">
                {steps[2]}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
