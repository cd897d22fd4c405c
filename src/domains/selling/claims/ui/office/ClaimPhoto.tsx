/** A photo of a claim. It has no address of its own: the call that returns it checks the session each time. */
import { useEffect, useState } from 'react';
import { officeClaimMessages as text } from '#domains/selling/claims/messages/office.ts';
import { claimCalls } from './claim-calls.ts';

interface ClaimPhotoProps {
  /** Id of the claim. */
  readonly id: string;
  readonly photo: string;
  readonly label: string;
}

export function ClaimPhoto({ id, photo, label }: ClaimPhotoProps) {
  const [content, setContent] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isShown = true;
    void claimCalls.claimPhoto({ id, photo }).then((read) => {
      if (!isShown) return;
      if (read.ok) setContent(read.value.content);
      else setFailed(true);
    });
    return () => {
      isShown = false;
    };
  }, [id, photo]);
  if (hasFailed) return <p className="text-muted">{text.photoFailed}</p>;
  if (content === null) return <p className="text-muted">{text.loadingPhoto}</p>;
  return <img className="claim-photo" src={`data:image/jpeg;base64,${content}`} alt={label} />;
}
