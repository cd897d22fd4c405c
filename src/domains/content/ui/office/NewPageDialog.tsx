/** Begins a page: from a template, or as a copy of another one. */
import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { TEMPLATE_LABELS, newPageMessages as text } from '#domains/content/messages/office.ts';
import { pathFor } from '#domains/content/model/new-page.ts';
import { TEMPLATE_NAMES, type TemplateName } from '#domains/content/model/templates.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { pageCalls } from './page-calls.ts';
import './pages.css';

export interface NewPageDialogProps {
  /** The page to copy. Null for an empty one. */
  readonly copyOf: { readonly id: string; readonly title: string; readonly template: TemplateName } | null;
  readonly onClose: () => void;
}

export function NewPageDialog({ copyOf, onClose }: NewPageDialogProps) {
  const navigate = useNavigate();
  const [template, setTemplate] = useState<TemplateName>(copyOf?.template ?? 'content');
  const [title, setTitle] = useState(copyOf ? text.copyOf(copyOf.title) : '');
  const [isTried, setIsTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const create = async (): Promise<void> => {
    setIsTried(true);
    if (title.trim() === '') return;
    setIsPending(true);
    const made = await pageCalls.createPage({ template, title: title.trim(), ...(copyOf ? { copyOf: copyOf.id } : {}) });
    if (made.ok) {
      onClose();
      await navigate(`/pages/${made.value.id}`);
    } else {
      setError(made.title);
      setIsPending(false);
    }
  };
  return (
    <Dialog
      title={copyOf ? text.copyTitle(copyOf.title) : text.title}
      isOpen
      onClose={onClose}
      isDismissable={!isPending}
      isWide={copyOf === null}
    >
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <FormError error={error} />
        <TextField
          label={text.name}
          hint={title.trim() === '' ? text.nameHint : pathFor(template, title)}
          value={title}
          onChange={setTitle}
          maxLength={160}
          error={isTried && title.trim() === '' ? text.nameMissing : null}
          autoFocus
        />
        {!copyOf && (
          <RadioGroup
            className="template-choice"
            aria-label={text.template}
            value={template}
            onChange={(value) => setTemplate(TEMPLATE_NAMES.find((name) => name === value) ?? 'content')}
          >
            {TEMPLATE_NAMES.map((name) => (
              <Radio key={name} value={name} className="template-option">
                <b>{TEMPLATE_LABELS[name].label}</b>
                <span className="text-muted small">{TEMPLATE_LABELS[name].hint}</span>
              </Radio>
            ))}
          </RadioGroup>
        )}
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {copyOf ? text.duplicate : text.create}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
