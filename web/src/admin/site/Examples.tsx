import { firstSite } from '@framelift/contracts/content/first-site';
import { sectionInfo } from '@framelift/contracts/site-sections';
import { Link } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { examplesIn } from './ExamplesLeft.tsx';
import { type SectionView, useSaveSiteDraftMutation } from './siteApi.ts';

/** Once there is a brand: what still is example content, and the ways to end that. */
export function Examples({ sections }: { sections: readonly SectionView[] }) {
  const [save, { isLoading }] = useCommand(useSaveSiteDraftMutation());
  const toast = useToast();
  const left = examplesIn(sections);
  const isBranded = sections.some(({ section, position }) => section === 'brand' && position > 0);
  if (!isBranded || !left.length) return null;
  const keep = async ({ section, position }: SectionView) => {
    const { example: _, ...content } = firstSite[section] as { example?: boolean };
    const { error } = await save({ section, body: { content, draftSavedAt: null, editBase: position } });
    if (error) toast.error(errorText(error, 'Failed to save the draft'));
  };
  return (
    <TitledCard title={`Replace the examples (${left.length} left)`} tight>
      <Entries>
        {left.map((view) => (
          <Entry
            key={view.section}
            title={<Link to={adminPath('site', view.section)}>{sectionInfo(view.section).title}</Link>}
            aside={
              <Button
                size="small"
                disabled={isLoading}
                aria-label={`Keep the examples of ${sectionInfo(view.section).title.toLowerCase()}`}
                onClick={() => void keep(view)}
              >
                Keep
              </Button>
            }
          >
            <Faint>Its examples are not shown. Write your own, or keep them if they are true of your shop.</Faint>
          </Entry>
        ))}
      </Entries>
    </TitledCard>
  );
}
