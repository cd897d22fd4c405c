/** The step before a comparison: what the file is, what its columns mean, and the first rows as wines. */
import { useState } from 'react';
import type { MappingChoices } from '#domains/catalogue/model/import/mapping/mapping-choices.ts';
import { mappingMessages as text } from '#domains/imports/messages/office.ts';
import { IMPORT_KINDS, type ImportKind } from '#domains/imports/model/import-state.ts';
import type { OfficeImport, SavedMapping } from '#domains/imports/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { ChoiceEntry } from './ChoiceCell.tsx';
import { ColumnTable } from './ColumnTable.tsx';
import { importCalls } from './import-calls.ts';
import { MappingDetails } from './MappingDetails.tsx';
import { fieldLabel } from './row-list-spec.tsx';
import { SaveMappingDialog } from './SaveMappingDialog.tsx';
import { useImportAction } from './use-import-action.ts';
import { type MappingPreview, usePreview } from './use-preview.ts';

interface MappingStepProps {
  readonly found: OfficeImport;
  readonly saved: readonly SavedMapping[];
  /** Called when the comparison has begun. */
  readonly onCompared: () => void;
}

const NEW = '';

function PreviewPanel({ preview: { rows, problems, isLoading } }: { readonly preview: MappingPreview }) {
  return (
    <section className="panel" aria-label={text.preview}>
      <div className="panel-head">
        <h2>{text.preview}</h2>
        <span className="text-muted small" role="status">
          {isLoading ? text.previewing : ''}
        </span>
      </div>
      <div className="panel-body">
        {problems.map((problem) => (
          <p key={problem} className="entry-error">
            {problem}
          </p>
        ))}
        {rows.length === 0 && problems.length === 0 && !isLoading && <p className="text-muted">{text.noPreview}</p>}
        <ul className={isLoading ? 'preview is-stale' : 'preview'}>
          {rows.map(({ title, fields, problem }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are replaced together
            <li key={index} className="preview-row">
              <strong>{title || text.row(index + 1)}</strong>
              {problem ? (
                <span className="text-bad">{problem}</span>
              ) : (
                <span className="small">{fields.map(({ field, value }) => `${fieldLabel(field)} ${value}`).join(' · ')}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function MappingStep({ found, saved, onCompared }: MappingStepProps) {
  const { id, version, sample } = found;
  const [kind, setKind] = useState<ImportKind>(found.kind);
  const [choices, setChoices] = useState<MappingChoices | null>(found.choices);
  const [endsMissing, setEndsMissing] = useState(found.endsMissing);
  const [isSaving, setIsSaving] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const action = useImportAction();
  const preview = usePreview(id, kind === 'list' ? choices : null);
  const own = saved.find((mapping) => mapping.id === found.mappingId) ?? null;
  const isDirty = choices !== found.choices && !action.isPending;
  const compare = async (): Promise<void> => {
    const isBegun = await action.run(() =>
      importCalls.compareImport({ id, version, kind, endsMissing, ...(choices === null ? {} : { choices }) }),
    );
    if (isBegun) onCompared();
  };
  const applySaved = async (mappingId: number): Promise<void> => {
    const result = await importCalls.selectMapping({ id, version, mappingId });
    await action.run(async () => result);
    if (result.ok) setChoices(result.value.choices);
  };
  const remove = async ({ id: mappingId, version: seen, supplier }: SavedMapping): Promise<void> => {
    const send = () => importCalls.deleteMapping({ id: mappingId, version: seen });
    if (await action.run(send, text.mappingDeleted(supplier))) setIsDeleting(false);
  };
  if (sample === null) return null;
  return (
    <div className="stack">
      <UnsavedGuard isDirty={isDirty} />
      {!isDeleting && <FormError error={action.error} />}
      <div className="panel">
        <div className="panel-body form mapping-top">
          <div className="form-row">
            <ChoiceEntry
              label={text.kind}
              value={kind}
              options={IMPORT_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
              hint={text.kindHint[kind]}
              onChange={(value) => setKind(IMPORT_KINDS.find((each) => each === value) ?? 'list')}
            />
            {sample.sheets.length > 1 && (
              <ChoiceEntry
                label={text.sheet}
                value={sample.sheet ?? ''}
                options={sample.sheets.map((value) => ({ value, label: value }))}
                hint={text.sheetHint}
                onChange={(sheet) => void action.run(() => importCalls.selectSheet({ id, version, sheet }))}
              />
            )}
            {kind === 'list' && saved.length > 0 && (
              <ChoiceEntry
                label={text.useSaved}
                value={own === null ? NEW : String(own.id)}
                options={[
                  { value: NEW, label: text.newSupplier },
                  ...saved.map((mapping) => ({ value: String(mapping.id), label: mapping.supplier })),
                ]}
                {...(own === null ? {} : { hint: text.recognised(own.supplier) })}
                onChange={(value) => {
                  if (value !== NEW) void applySaved(Number(value));
                }}
              />
            )}
          </div>
          {found.notices.length > 0 && kind === 'list' && (
            <details>
              <summary>{`${text.notices} (${found.notices.length})`}</summary>
              <ul className="notices">
                {found.notices.map((notice) => (
                  <li key={notice}>{notice}</li>
                ))}
              </ul>
            </details>
          )}
          {kind === 'list' && own !== null && (
            <Checkbox isSelected={endsMissing} onChange={setEndsMissing}>
              {text.endsMissing}
            </Checkbox>
          )}
          <div className="act-row">
            <Button tone="primary" icon="right" onPress={() => void compare()} isPending={action.isPending}>
              {text.compare}
            </Button>
            {kind === 'list' && (
              <Button icon="bookmark" onPress={() => setIsSaving(true)}>
                {own === null ? text.save : text.saveAgain}
              </Button>
            )}
            {kind === 'list' && own !== null && (
              <Button icon="close" onPress={() => setIsDeleting(true)}>
                {text.deleteMapping}
              </Button>
            )}
          </div>
        </div>
      </div>
      {kind === 'list' && choices === null && <p className="notice">{text.custom}</p>}
      {kind === 'list' && choices !== null && (
        <div className="mapping-columns">
          <div className="stack">
            <ColumnTable headers={sample.headers} rows={sample.rows} choices={choices} onChange={setChoices} />
            <MappingDetails choices={choices} onChange={setChoices} />
          </div>
          <PreviewPanel preview={preview} />
        </div>
      )}
      {isDeleting && own !== null && (
        <ConfirmDialog
          title={text.deleteTitle(own.supplier)}
          isOpen
          onClose={() => {
            setIsDeleting(false);
            action.clearError();
          }}
          onConfirm={() => void remove(own)}
          action={text.deleteMapping}
          consequences={text.deleteEffects}
          isDanger
          isPending={action.isPending}
        >
          <FormError error={action.error} />
        </ConfirmDialog>
      )}
      {isSaving && (
        <SaveMappingDialog
          id={id}
          choices={choices}
          own={own}
          onClose={() => setIsSaving(false)}
          onSaved={(mapping) => {
            setIsSaving(false);
            if (own === null) void applySaved(mapping.id);
          }}
        />
      )}
    </div>
  );
}
