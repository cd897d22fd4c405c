import { Fragment, type ReactNode } from 'react';
import { deferHydration, lazyComponent } from '#ui/lazy-component.ts';
import { blockMessages } from '../messages.ts';
import type { BlockView } from '../model/page-view.ts';
import { PagePicture, type PictureOf } from './PagePicture.tsx';
import { Prose } from './Prose.tsx';
import './Blocks.css';

const PageForm = deferHydration(
  lazyComponent(() => import('./PageForm.tsx')),
  <div className="form-wait" aria-hidden="true" />,
);

export type OffersBlock = Extract<BlockView, { type: 'offers' }>;

export interface BlocksProps {
  readonly blocks: readonly BlockView[];
  /** Path of the page, for its forms. */
  readonly path: string;
  /** Renders the offers of a block as cards. The page passes it, because it composes the domains. */
  readonly offersOf: (block: OffersBlock) => ReactNode;
  /** Renders the picture of an offer. */
  readonly pictureOf: PictureOf;
}

const Heading = ({ children }: { children: string }) => (children === '' ? null : <h2 className="heading-4">{children}</h2>);

function Block({ block, path, offersOf, pictureOf }: Omit<BlocksProps, 'blocks'> & { readonly block: BlockView }) {
  switch (block.type) {
    case 'text':
      return (
        <section className="block-text">
          <Heading>{block.heading}</Heading>
          <Prose nodes={block.body} />
        </section>
      );
    case 'image':
      return (
        <figure className="block-image">
          <PagePicture picture={block.picture} pictureOf={pictureOf} />
          {block.caption && <figcaption className="small text-muted">{block.caption}</figcaption>}
        </figure>
      );
    case 'offers':
      return (
        <section className="block-offers">
          <Heading>{block.heading}</Heading>
          {offersOf(block)}
        </section>
      );
    case 'quote':
      return (
        <blockquote className="pull">
          <p>{block.words}</p>
          {block.by && <cite className="small text-muted">{block.by}</cite>}
        </blockquote>
      );
    case 'video':
      return (
        <figure className="block-video">
          {block.src.startsWith('/') ? (
            <video controls preload="none" src={block.src} aria-label={block.title}>
              <track default kind="captions" src={block.captions ?? ''} />
            </video>
          ) : (
            <a className="link" href={block.src} rel="noreferrer">
              {blockMessages.watch(block.title)}
            </a>
          )}
          {block.transcript.length > 0 && (
            <details>
              <summary>{blockMessages.transcript(block.title)}</summary>
              <Prose nodes={block.transcript} />
            </details>
          )}
        </figure>
      );
    case 'faq':
      return (
        <section className="block-faq">
          <Heading>{block.heading}</Heading>
          {block.questions.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <div className="faq-answer">
                <Prose nodes={answer} />
              </div>
            </details>
          ))}
        </section>
      );
    case 'form':
      return (
        <section className="block-form" id={block.formId}>
          <Heading>{block.heading}</Heading>
          <PageForm form={block} path={path} />
        </section>
      );
  }
}

interface BlockColumnProps {
  /** A story has larger type and a drop cap. */
  readonly isStory?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Renders the column that contains the blocks of a page. */
export const BlockColumn = ({ isStory = false, className = '', children }: BlockColumnProps) => (
  <div className={['blocks', isStory && 'is-story', className].filter(Boolean).join(' ')}>{children}</div>
);

/** Renders the blocks of a page. */
export function Blocks({ blocks, ...rest }: BlocksProps) {
  return Array.from(blocks.entries(), ([index, block]) => (
    <Fragment key={index}>
      <Block block={block} {...rest} />
    </Fragment>
  ));
}
