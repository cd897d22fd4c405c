/** Problems of a page, each with the way to its field. */
import { pageEditorMessages as text } from '#domains/content/messages/office.ts';
import { fieldText } from '#domains/content/messages/office-fields.ts';
import type { PageIssue } from '#domains/content/model/page-draft.ts';
import { Button } from '#ui/office/Button.tsx';

/** Returns where a problem is: the field, and the number of its block. */
function placeOf({ path }: PageIssue): string {
  const [first, index] = path;
  const { label } = fieldText(path);
  if (first === 'blocks' && path.length === 2) return text.block(Number(index) + 1);
  return first === 'blocks' && typeof index === 'number' ? text.blockName(label || text.blocks, index + 1) : label || text.details;
}

export function IssueList({ issues, onShow }: { readonly issues: readonly PageIssue[]; readonly onShow: (issue: PageIssue) => void }) {
  return (
    <ul className="issue-list">
      {issues.map((issue) => (
        <li key={`${issue.path.join('.')} ${issue.message}`} className={issue.isBlocking ? 'issue is-bad' : 'issue is-wait'}>
          <span>
            <b>{placeOf(issue)}</b> {issue.message}
          </span>
          <Button tone="quiet" onPress={() => onShow(issue)} aria-label={`${text.open}: ${placeOf(issue)}`}>
            {text.open}
          </Button>
        </li>
      ))}
    </ul>
  );
}
