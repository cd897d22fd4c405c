/** A colour: a picker, its code, and its contrast with what stands on it. */
import { settingMessages as text } from '#domains/settings/messages/office.ts';
import { TextField } from '#ui/office/form/fields.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { type EntryProps, hintOf } from './setting-entry.ts';

export function ColorEntry({ field, value, onChange, error, isDisabled, hint, remark }: EntryProps) {
  const code = typeof value === 'string' ? value : '';
  return (
    <div className="setting-color">
      <TextField
        label={field.title}
        hint={hintOf(field.description, hint)}
        value={code}
        onChange={(next) => onChange(next.trim() === '' && field.isNullable ? null : next.trim())}
        isOptional={field.isNullable}
        error={error}
        isDisabled={isDisabled}
      />
      <input
        type="color"
        className={code === '' ? 'is-unset' : undefined}
        aria-label={text.pickColor(field.title)}
        value={/^#[0-9a-f]{6}$/i.test(code) ? code : '#ffffff'}
        onChange={({ target }) => onChange(target.value)}
        disabled={isDisabled}
      />
      {remark && (
        <p className={remark.isGood ? 'setting-remark' : 'setting-remark is-bad'}>
          <OfficeIcon name={remark.isGood ? 'tick' : 'warning'} />
          {remark.text}
        </p>
      )}
    </div>
  );
}
