import type { ShownContent } from '@framelift/contracts/site-sections';
import { Video } from '../Video.tsx';
import styles from './HeroPicture.module.css';

type Fields = Pick<ShownContent['pages.home'], 'title' | 'heroPicture' | 'heroAlt' | 'heroRecording'>;

/** Whether a hero of the kind picture has something to show. */
export const hasHeroPicture = ({ hero, heroPicture, heroRecording }: Fields & { hero: string }): boolean =>
  hero === 'picture' && (heroPicture !== null || heroRecording !== null);

/** The seller's picture or recording below the words of a hero. Nothing moves when it arrives. */
export function HeroPicture({ title, heroPicture, heroAlt, heroRecording }: Fields) {
  return (
    <div className={styles.stage}>
      {heroRecording !== null ? (
        <Video title={heroAlt || title} url={heroRecording} picture={heroPicture} poster={null} isFirst />
      ) : (
        <img className={styles.picture} src={heroPicture!} alt={heroAlt} width={1280} height={720} fetchPriority="high" />
      )}
    </div>
  );
}
