/** The form of a club in its sections, made from the schema of its record. */
import { useMemo } from 'react';
import { CLUB_SECTIONS } from '#domains/selling/clubs/messages/club-records.ts';
import type { ClubDraft, ClubIssue } from '#domains/selling/clubs/model/club-draft.ts';
import { clubRecord } from '#domains/selling/clubs/model/record.ts';
import { formOfSchema } from '#lib/form-schema.ts';
import type { Market } from '#markets/market.ts';
import type { FieldContext } from '#ui/office/form/field-context.ts';
import { SchemaFields } from '#ui/office/form/SchemaFields.tsx';
import { createClubTexts } from './club-fields.tsx';

const form = formOfSchema(clubRecord);
const FIELDS = new Map(form.kind === 'object' ? form.fields.map((field) => [field.name, field]) : []);
/** Fields that a stored club keeps. */
const FIXED: ReadonlySet<string> = new Set(['id', 'market']);

export interface ClubRecordFormProps {
  readonly draft: ClubDraft;
  readonly issues: readonly ClubIssue[];
  readonly markets: readonly Market[];
  readonly timeZone: string;
  readonly isReadOnly: boolean;
  /** True for a club whose id and market can still be chosen. */
  readonly isNew: boolean;
  readonly onChange: (draft: ClubDraft) => void;
}

export function ClubRecordForm({ draft, issues, markets, timeZone, isReadOnly, isNew, onChange }: ClubRecordFormProps) {
  const texts = useMemo(() => createClubTexts(markets), [markets]);
  const context = useMemo((): FieldContext => ({ texts, issues, timeZone, isReadOnly }), [texts, issues, timeZone, isReadOnly]);
  return (
    <form className="club-form stack" onSubmit={(event) => event.preventDefault()} noValidate>
      {CLUB_SECTIONS.map(({ id, title, help, fields }) => (
        <section key={id} className="panel" aria-labelledby={`club-${id}`}>
          <div className="panel-head">
            <h2 id={`club-${id}`}>{title}</h2>
            {help !== '' && <p className="text-muted small">{help}</p>}
          </div>
          <div className="panel-body club-section">
            <SchemaFields
              fields={fields.flatMap((name) => (FIXED.has(name) && !isNew ? [] : (FIELDS.get(name) ?? [])))}
              path={[]}
              value={draft}
              onChange={onChange}
              context={context}
            />
          </div>
        </section>
      ))}
    </form>
  );
}
