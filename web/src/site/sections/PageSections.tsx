import type { PageSection } from '@framelift/contracts/site-fields';
import type { ShownContent } from '@framelift/contracts/site-sections';
import type { ReactNode } from 'react';
import { Sections } from '../Section.tsx';
import { addedKinds } from './addedKinds.tsx';

type Kinds = ShownContent['pages.home' | 'pages.premium']['sections'][number];

interface Props<S extends Kinds> {
  sections: readonly S[];
  /** The page's own sections as it draws them; one with nothing to show is left out. */
  own: Record<Exclude<S['kind'], keyof typeof addedKinds>, ReactNode>;
  /** Below them. */
  children?: ReactNode;
}

/** The sections of a page, in the order and as far as the seller shows them. `data-section`: its place, where an editor finds it. */
export function PageSections<S extends Kinds>({ sections, own, children }: Props<S>) {
  const drawn = { ...own, ...addedKinds } as Record<string, ReactNode | ((content: never) => ReactNode)>;
  const draw = ({ kind, content }: PageSection): ReactNode => {
    const one = Object.hasOwn(drawn, kind) ? drawn[kind] : null;
    return typeof one === 'function' ? one(content as never) : one;
  };
  return (
    <Sections>
      {(sections as readonly PageSection[]).map((section, i) => {
        const shown = section.on && draw(section);
        return (
          shown && (
            <div key={i} data-section={i}>
              {shown}
            </div>
          )
        );
      })}
      {children}
    </Sections>
  );
}
