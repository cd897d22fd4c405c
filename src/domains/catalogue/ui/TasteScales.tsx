import type { OfferDetail } from '../contract.ts';

type Taste = NonNullable<OfferDetail['taste']>;

/** The four scales with the words at their ends, and a word for each third. */
const SCALES: readonly { readonly key: keyof Taste; readonly label: string; readonly words: readonly [string, string, string] }[] = [
  { key: 'body', label: 'Body', words: ['Light', 'Medium', 'Full'] },
  { key: 'acidity', label: 'Acidity', words: ['Soft', 'Fresh', 'Bright'] },
  { key: 'sweetness', label: 'Sweetness', words: ['Dry', 'A little sweet', 'Sweet'] },
  { key: 'tannin', label: 'Tannin', words: ['Smooth', 'Some grip', 'Firm'] },
];

/** How a wine tastes, from 0 at the left to 10 at the right; white wines leave tannin out. */
export function TasteScales({ taste }: { taste: Taste }) {
  return (
    <dl className="scales">
      {SCALES.filter(({ key }) => key !== 'tannin' || taste.tannin > 0).map(({ key, label, words }) => {
        const share = `${taste[key] * 10}%`;
        return (
          <div className="scale" key={key}>
            <dt>{label}</dt>
            <dd>
              <span className="vh">{words[Math.min(2, Math.floor(taste[key] / 3.4))]}</span>
              <span className="bar" aria-hidden="true">
                <b style={{ width: share }} />
                <i style={{ left: share }} />
              </span>
              <span className="lo" aria-hidden="true">
                {words[0]}
              </span>
              <span className="hi" aria-hidden="true">
                {words[2]}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
