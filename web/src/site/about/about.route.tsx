import { Code, MessagesSquare, Video } from 'lucide-react';
import type { MetaFunction } from 'react-router';
import { aboutPage } from '@framelift/contracts/content/page-about';
import { team as firstTeam } from '@framelift/contracts/content/team';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { usePlaces, useSection } from '../../lib/siteContent.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { drawn } from '../cardIcons.ts';
import { CallToAction } from '../CallToAction.tsx';
import { Goals } from '../Goals.tsx';
import { Hero } from '../Hero.tsx';
import { Points } from '../Points.tsx';
import { Section, Sections } from '../Section.tsx';
import styles from './about.module.css';
import { CommunityStats } from './CommunityStats.tsx';
import { Team } from './Team.tsx';

export const meta: MetaFunction = () => usePageMeta(pages.about);

const icons = { chat: MessagesSquare, video: Video, code: Code };

export default function AboutPage() {
  const about = useSection('pages.about-us', aboutPage);
  const places = usePlaces().map((place) => ({ ...place, icon: icons[place.place] }));
  const { team } = useSection('team', { team: firstTeam });
  return (
    <>
      <Hero eyebrow={about.eyebrow} title={about.title} lead={about.lead} />
      <Sections>
        {about.story.length > 0 && (
          <Section beside eyebrow={about.storyEyebrow} title={about.storyTitle}>
            <div className={styles.story}>
              {about.story.map((paragraph, i) => (
                <p key={i}>{paragraph}</p>
              ))}
            </div>
          </Section>
        )}
        <Section eyebrow={about.missionEyebrow} title={about.mission}>
          <Points points={drawn(about.values)} />
        </Section>
        {team.length > 0 && (
          <Section eyebrow={about.teamEyebrow} title={about.teamTitle}>
            <Team team={team} />
          </Section>
        )}
        <Section beside eyebrow={about.communityEyebrow} title={about.communityTitle} lead={about.communityLead}>
          <div className={styles.community}>
            <Card>
              <Goals />
            </Card>
            <CommunityStats texts={about} />
          </div>
        </Section>
        <CallToAction title={about.endTitle} lead={about.endLead}>
          {places.map(({ href, label, icon: Icon }) => (
            <ButtonAnchor key={label} size="large" href={href} target="_blank" rel="noreferrer">
              <Icon aria-hidden />
              {label}
            </ButtonAnchor>
          ))}
        </CallToAction>
      </Sections>
    </>
  );
}
