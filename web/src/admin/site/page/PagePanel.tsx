import { fieldsOf, sectionInfo } from '@framelift/contracts/site-sections';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { adminPath } from '../../../lib/paths.ts';
import { SectionTitle } from '../../../ui/layout/SectionTitle.tsx';
import { Soft } from '../../../ui/layout/Text.tsx';
import type { Values } from '../fieldValues.ts';
import styles from './page.module.css';
import type { EditingState, PageEditing } from './pageEditing.ts';
import { PlaceForm } from './PlaceForm.tsx';
import type { SitePage } from './sitePages.ts';

interface Props {
  editing: PageEditing;
  state: EditingState;
  page: SitePage;
}

/** What of a page is not a text or picture on it: switches, numbers, links, and what search engines show. */
export function PagePanel({ editing, state, page: { section, title } }: Props) {
  // A field stays while what is typed in it appears on the page.
  const [fields] = useState(() =>
    Object.fromEntries(Object.entries(fieldsOf(section) ?? {}).filter(([path]) => !editing.shows({ section, path }))),
  );
  const content = state.contents.get(section);
  const change = useCallback((path: string, value: unknown) => editing.put({ section, path }, value), [editing, section]);
  return (
    <section className={styles.panel} aria-label="This page">
      <SectionTitle>{`${title}: settings`}</SectionTitle>
      {content && Object.keys(fields).length > 0 && section !== 'tweaks' ? (
        <PlaceForm key={state.revision} fields={fields} values={content as Values} onChange={change} />
      ) : (
        <Soft>Everything of this page is on it.</Soft>
      )}
      <Link to={adminPath('site', section)}>All fields of {sectionInfo(section).title.toLowerCase()}</Link>
    </section>
  );
}
