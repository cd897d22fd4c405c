/** Where a picture is used: its place and description on each wine, and the pages that show it. */
import { useState } from 'react';
import { Link } from 'react-router';
import { pictureMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import type { OfficePicture, PictureUseRow } from '#domains/catalogue/picture-office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { pictureCalls } from './picture-calls.ts';
import { undoWinePictures } from './undo-pictures.ts';
import { WineDialog } from './WineDialog.tsx';

/** Where each kind of use is changed, and who may see it. */
const PLACES = {
  wine: { path: '/wines', permission: 'catalogue.read' },
  page: { path: '/pages', permission: 'pages.read' },
  draft: { path: '/pages', permission: 'pages.read' },
  setting: { path: '/settings', permission: 'settings.read' },
} as const satisfies Readonly<Record<PictureUseRow['kind'], { readonly path: string; readonly permission: string }>>;

interface WineUseProps {
  readonly picture: OfficePicture;
  readonly use: PictureUseRow;
  readonly onChanged: () => void;
}

interface AltConflict {
  readonly title: string;
  /** The text as it is now. */
  readonly theirs: string;
}

function WineUse({ picture: { id }, use, onChanged }: WineUseProps) {
  const [alt, setAlt] = useState(use.alt);
  /** The text that the person saw when they began to type. */
  const [was, setWas] = useState(use.alt);
  const [isPending, setIsPending] = useState(false);
  const [conflict, setConflict] = useState<AltConflict | null>(null);
  // A text that a colleague saved appears, but never in place of what is being typed.
  if (use.alt !== was && (alt === was || alt === use.alt)) {
    setWas(use.alt);
    setAlt(use.alt);
  }
  const change = async (
    input: Omit<Parameters<typeof pictureCalls.changeWinePictures>[0], 'offer'>,
    done: (wine: string) => string,
  ): Promise<void> => {
    setIsPending(true);
    const changed = await pictureCalls.changeWinePictures({ offer: use.id, ...input });
    const current = !changed.ok && changed.code === 'changed_meanwhile' ? await pictureCalls.picture({ id }) : null;
    setIsPending(false);
    if (!changed.ok) {
      const theirs = current?.ok ? current.value.uses.find((one) => one.kind === 'wine' && one.id === use.id) : undefined;
      return theirs ? setConflict({ title: changed.title, theirs: theirs.alt }) : toastFailed(changed.title);
    }
    setConflict(null);
    toastDone(done(changed.value.name), () => void undoWinePictures([changed.value], onChanged));
    onChanged();
  };
  const describe = (shown: string): void => void change({ describe: [{ id, alt, was: shown }] }, text.altSaved);
  return (
    <form
      className="pic-use-form"
      onSubmit={(event) => {
        event.preventDefault();
        describe(was);
      }}
    >
      <TextField label={text.altThere(use.title)} hint={text.altThereHint} value={alt} onChange={setAlt} maxLength={200} />
      <div className="act-row">
        {alt !== use.alt && (
          <Button type="submit" tone="primary" isPending={isPending}>
            {text.saveAlt}
          </Button>
        )}
        <Button onPress={() => void change({ remove: [id] }, text.takenOff)} isDisabled={isPending}>
          {text.takeOff(use.title)}
        </Button>
      </div>
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={conflict ? [{ label: text.altThere(use.title), theirs: conflict.theirs, yours: alt }] : []}
        isPending={isPending}
        onKeepTheirs={() => {
          if (!conflict) return;
          setWas(conflict.theirs);
          setAlt(conflict.theirs);
          setConflict(null);
          onChanged();
        }}
        onKeepYours={() => conflict && describe(conflict.theirs)}
      />
    </form>
  );
}

export interface PictureUsesProps {
  readonly picture: OfficePicture;
  readonly onChanged: () => void;
}

export function PictureUses({ picture, onChanged }: PictureUsesProps) {
  const may = useMay();
  const [isChoosing, setIsChoosing] = useState(false);
  const give = async (offer: string): Promise<void> => {
    setIsChoosing(false);
    const given = await pictureCalls.changeWinePictures({ offer, add: [picture.id] });
    if (!given.ok) return toastFailed(given.title);
    const { name, before, after } = given.value;
    if (before.length === after.length) return toastDone(text.alreadyGiven(name));
    toastDone(text.given(name), () => void undoWinePictures([given.value], onChanged));
    onChanged();
  };
  return (
    <section className="panel" aria-labelledby="picture-uses">
      <div className="panel-head">
        <h2 id="picture-uses">{text.uses}</h2>
        {may('catalogue.write') && (
          <Button icon="plus" onPress={() => setIsChoosing(true)}>
            {text.give}
          </Button>
        )}
      </div>
      <div className="panel-body">
        {picture.uses.length === 0 && <p className="text-muted">{text.noUses}</p>}
        <ul className="pic-uses">
          {picture.uses.map((use) => (
            <li key={`${use.kind} ${use.id}`}>
              <div className="act-row">
                {!may(PLACES[use.kind].permission) ? (
                  <span className="pic-use-name">{use.title}</span>
                ) : (
                  <Link className="pic-use-name" to={`${PLACES[use.kind].path}/${use.id}`}>
                    {use.title}
                  </Link>
                )}
                <Badge>{use.kind === 'wine' ? text.position(use.position) : text.kinds[use.kind]}</Badge>
              </div>
              {use.kind === 'wine' && may('catalogue.write') && <WineUse picture={picture} use={use} onChanged={onChanged} />}
            </li>
          ))}
        </ul>
        {picture.hasOtherUses && <p className="text-muted small">{text.otherUses}</p>}
      </div>
      {isChoosing && <WineDialog onClose={() => setIsChoosing(false)} onChoose={({ id }) => void give(id)} />}
    </section>
  );
}
