import type { ReactNode } from 'react';
import { PagePicture } from '#domains/content/ui/PagePicture.tsx';
import type { ClubLine } from '#domains/selling/clubs/model/club-view.ts';
import { ClubForm } from '#domains/selling/clubs/ui/ClubForm.tsx';
import type { LoadedPage } from '../content/load-page.ts';
import { pictureFrom } from '../content/PageBlocks.tsx';
import './ClubSection.css';

export interface ClubSectionProps {
  readonly club: ClubLine;
  readonly offers: LoadedPage['offers'];
  /** Name and description of the club. */
  readonly children: ReactNode;
}

/** A club with its picture and options. */
export function ClubSection({ club, offers, children }: ClubSectionProps) {
  return (
    <section className="club">
      <div className="container club-grid">
        <div className="club-pic">
          {club.picture ? <PagePicture picture={club.picture} pictureOf={pictureFrom(offers)} /> : <div className="backdrop k-mixed" />}
        </div>
        <div className="club-words">
          {children}
          <ClubForm club={club} />
        </div>
      </div>
    </section>
  );
}
