/** What differs between two versions of a page. */
import { versionMessages as text } from '#domains/content/messages/office.ts';
import { BLOCK_LABELS, fieldText } from '#domains/content/messages/office-fields.ts';
import type { PageDifference } from '#domains/content/model/page-diff.ts';

const MAX_SHOWN = 40;
const MAX_TEXT = 600;

const blockLabel = (type: string | number | undefined): string =>
  Object.entries(BLOCK_LABELS).find(([name]) => name === type)?.[1].label ?? String(type ?? '');

/** `Text, block 2: Heading`. */
export function placeOfDifference({ path }: PageDifference): string {
  const [first, index, type, ...rest] = path;
  if (first !== 'blocks') return fieldText(path).label;
  const block = text.block(blockLabel(type), Number(index));
  return rest.length === 0 ? block : `${block}: ${fieldText(rest).label}`;
}

export function Differences({ differences }: { readonly differences: readonly PageDifference[] }) {
  if (differences.length === 0) return <p className="text-muted">{text.same}</p>;
  return (
    <dl className="differences">
      {differences.slice(0, MAX_SHOWN).map((difference) => (
        <div key={`${difference.path.join('.')} ${difference.kind}`} className="difference">
          <dt>
            {placeOfDifference(difference)} <span className="text-muted small">{text.kinds[difference.kind]}</span>
          </dt>
          {difference.kind === 'moved' ? (
            <dd>{text.moved(difference.before, difference.after)}</dd>
          ) : (
            <dd>
              {difference.before !== '' && <del>{difference.before.slice(0, MAX_TEXT)}</del>}
              {difference.after !== '' && <ins>{difference.after.slice(0, MAX_TEXT)}</ins>}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
