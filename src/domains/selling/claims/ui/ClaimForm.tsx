import { type FormEvent, useRef, useState } from 'react';
import type { Client } from '#lib/client.ts';
import { SelectField, TextAreaField, TextField } from '#ui/form/Field.tsx';
import type { claimContract, OrderClaims } from '../contract.ts';
import { claimMessages as m, PROBLEM_LABELS } from '../messages/claims.ts';
import { CLAIM_PROBLEMS, type ClaimableLine, MAX_CLAIM_TEXT, MAX_PHOTOS_PER_CLAIM } from '../model/claim.ts';
import { ClaimPhotos } from './ClaimPhotos.tsx';
import type { UploadedPhoto } from './upload-photo.ts';

interface ClaimFormProps {
  readonly order: string;
  readonly lines: readonly ClaimableLine[];
  readonly send: Client<typeof claimContract>['sendClaim'];
  readonly getToken: () => Promise<string | null>;
  readonly onSent: (claims: OrderClaims) => void;
}

type Problems = Readonly<Record<number, string>>;

function LineFields({
  line,
  problem,
  onProblem,
}: {
  readonly line: ClaimableLine;
  readonly problem: string;
  readonly onProblem: (problem: string) => void;
}) {
  const { position, name, bottles } = line;
  return (
    <fieldset className="claim-line">
      <legend>{name}</legend>
      <SelectField
        name={`problem-${position}`}
        label={m.problem(name)}
        value={problem}
        onChange={({ currentTarget }) => onProblem(currentTarget.value)}
      >
        <option value="">{m.nothing}</option>
        {CLAIM_PROBLEMS.map((each) => (
          <option key={each} value={each}>
            {PROBLEM_LABELS[each]}
          </option>
        ))}
      </SelectField>
      {problem !== '' && (
        <TextField
          name={`bottles-${position}`}
          type="number"
          inputMode="numeric"
          label={m.bottles}
          hint={m.ofBottles(bottles)}
          min={1}
          max={bottles}
          required
          defaultValue={problem === 'late' ? bottles : 1}
          key={problem === 'late' ? 'late' : 'some'}
        />
      )}
    </fieldset>
  );
}

/** What is wrong with each wine, in words and with photos. */
export function ClaimForm({ order, lines, send, getToken, onSent }: ClaimFormProps) {
  const [problems, setProblems] = useState<Problems>({});
  const [photos, setPhotos] = useState<readonly UploadedPhoto[]>([]);
  const [isUploading, setUploading] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** The same key for every try, so that a lost answer does not send it twice. */
  const key = useRef(crypto.randomUUID());

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!event.currentTarget.reportValidity()) return;
    const form = new FormData(event.currentTarget);
    const reported = lines.flatMap(({ position }) => {
      const problem = CLAIM_PROBLEMS.find((each) => each === problems[position]);
      return problem ? [{ position, problem, bottles: Number(form.get(`bottles-${position}`)) }] : [];
    });
    if (reported.length === 0) return setError(m.choose);
    setPending(true);
    const input = { order, lines: reported, text: String(form.get('words') ?? ''), photos: photos.map(({ id }) => id) };
    const sent = await send(input, { idempotencyKey: key.current }).catch(() => null);
    setPending(false);
    if (sent?.ok) return onSent(sent.value.data);
    // A refused claim is another one once it is changed.
    if (sent) key.current = crypto.randomUUID();
    setError(sent?.title ?? m.unreachable);
  };
  return (
    <form className="narrow-form claim-form" noValidate onSubmit={(event) => void submit(event)}>
      <p className="text-muted">{m.intro}</p>
      {lines.map((line) => (
        <LineFields
          key={line.position}
          line={line}
          problem={problems[line.position] ?? ''}
          onProblem={(problem) => {
            setError(null);
            setProblems({ ...problems, [line.position]: problem });
          }}
        />
      ))}
      <TextAreaField name="words" label={m.words} hint={m.wordsHint} maxLength={MAX_CLAIM_TEXT} rows={4} />
      <ClaimPhotos
        order={order}
        photos={photos}
        max={MAX_PHOTOS_PER_CLAIM}
        getToken={getToken}
        onChange={setPhotos}
        onUploading={setUploading}
      />
      {error !== null && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <button type="submit" className="button button-primary" aria-busy={isPending} disabled={isPending || isUploading}>
        {m.send}
      </button>
    </form>
  );
}
