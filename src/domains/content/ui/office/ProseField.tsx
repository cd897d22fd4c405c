/** Formatted text: plain text with marks, as the record stores it, and buttons and keys that set them. It cannot contain HTML. */
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { fieldText, fieldMessages as text } from '#domains/content/messages/office-fields.ts';
import { type Edit, insertLink, type Mark, toggleMark } from '#domains/content/model/edit-prose.ts';
import { Button } from '#ui/office/Button.tsx';
import { type FieldProps, issueAt } from '#ui/office/form/field-context.ts';
import { LinkDialog } from './LinkDialog.tsx';

const BUTTONS: readonly (readonly [mark: Mark, label: string, sign: string])[] = [
  ['strong', text.bold, 'B'],
  ['emphasis', text.italic, 'I'],
  ['heading', text.subheading, 'H'],
  ['bullets', text.bullets, '•'],
  ['numbers', text.numbers, '1.'],
];
const KEYS: Readonly<Record<string, Mark | 'link'>> = { b: 'strong', i: 'emphasis', k: 'link' };
const ROWS = 9;

export function ProseField({ spec, path, value, onChange, context }: FieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [linked, setLinked] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const source = typeof value === 'string' ? value : '';
  const { label } = fieldText(path);
  const error = issueAt(context, path);
  const maxLength = spec.kind === 'text' ? spec.maxLength : null;

  const apply = ({ text: changed, from, to }: Edit): void => {
    onChange(changed);
    // The selection is set after React has written the text.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from, to);
    });
  };
  const selection = (): { from: number; to: number } => ({ from: area.current?.selectionStart ?? 0, to: area.current?.selectionEnd ?? 0 });
  const mark = (kind: Mark): void => apply(toggleMark({ text: source, ...selection() }, kind));
  const handleKey = (event: KeyboardEvent): void => {
    const action = event.ctrlKey || event.metaKey ? KEYS[event.key.toLowerCase()] : undefined;
    if (action === undefined || context.isReadOnly) return;
    event.preventDefault();
    // Ctrl K is the command palette elsewhere.
    event.stopPropagation();
    if (action === 'link') setLinked(selection());
    else mark(action);
  };
  return (
    <div className="entry prose-entry">
      <label className="entry-label" htmlFor={id}>
        {label}
      </label>
      {!context.isReadOnly && (
        <Toolbar aria-label={`${text.formatting}: ${label}`} className="prose-tools">
          {BUTTONS.map(([kind, name, sign]) => (
            <Button key={kind} tone="quiet" aria-label={name} onPress={() => mark(kind)}>
              <span className={`prose-sign is-${kind}`} title={name}>
                {sign}
              </span>
            </Button>
          ))}
          <Button tone="quiet" onPress={() => setLinked(selection())}>
            {text.link}
          </Button>
        </Toolbar>
      )}
      <textarea
        ref={area}
        id={id}
        className="entry-input"
        rows={ROWS}
        value={source}
        readOnly={context.isReadOnly}
        maxLength={maxLength ?? undefined}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKey}
      />
      <p className={error === null ? 'entry-hint' : 'entry-error'} id={`${id}-hint`}>
        {error ?? text.proseHint}
      </p>
      {linked && (
        <LinkDialog
          words={source.slice(linked.from, linked.to)}
          onClose={() => setLinked(null)}
          onAdd={(words, to) => {
            setLinked(null);
            apply(insertLink({ text: source, ...linked }, words, to));
          }}
        />
      )}
    </div>
  );
}
