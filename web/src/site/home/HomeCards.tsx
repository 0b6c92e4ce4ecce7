import type { ShownContent } from '@framelift/contracts/site-sections';
import { Card } from '../../ui/Card.tsx';
import { Carousel } from '../carousel/Carousel.tsx';
import { CheckList } from '../CheckList.tsx';
import { FallbackImage } from '../FallbackImage.tsx';
import { Goals } from '../Goals.tsx';
import styles from './HomeCards.module.css';

/** In place of a logo that does not load. */
const GAME_FALLBACK = '/games/fallback.svg';

export function HomeCards({ texts }: { texts: ShownContent['pages.home'] }) {
  return (
    <div className={styles.cards}>
      <Card as="section" className={styles.card}>
        <h3 className={styles.title}>{texts.gamesTitle}</h3>
        <p className={styles.text}>{texts.gamesText}</p>
        <Carousel
          label="Games"
          every={4000}
          slideClass={styles.game}
          slides={texts.games.map(({ name, logo }) => ({
            key: name,
            content: (
              <figure className={styles.figure}>
                <FallbackImage src={logo} fallback={GAME_FALLBACK} alt="" width={72} height={72} />
                <figcaption>{name}</figcaption>
              </figure>
            ),
          }))}
        />
      </Card>
      <Card as="section" className={styles.card}>
        <h3 className={styles.title}>{texts.featuresTitle}</h3>
        <p className={styles.text}>{texts.featuresText}</p>
        <CheckList items={texts.features} />
      </Card>
      <Card as="section" className={styles.card}>
        <h3 className={styles.title}>{texts.goalsTitle}</h3>
        <p className={styles.text}>{texts.goalsText}</p>
        <Goals />
      </Card>
    </div>
  );
}
