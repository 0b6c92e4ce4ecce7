import { gameFallback, games, uniqueFeatures } from './content.ts';
import { Card } from '../../ui/Card.tsx';
import { Carousel } from '../carousel/Carousel.tsx';
import { CheckList } from '../CheckList.tsx';
import { FallbackImage } from '../FallbackImage.tsx';
import { Goals } from '../Goals.tsx';
import styles from './HomeCards.module.css';

export function HomeCards() {
  return (
    <div className={styles.cards}>
      <Card as="section" className={styles.card}>
        <h3 className={styles.title}>Game-specific optimisation</h3>
        <p className={styles.text}>Profiles for the titles you play, maintained patch by patch.</p>
        <Carousel
          label="Games"
          every={4000}
          slideClass={styles.game}
          slides={games.map(({ name, logo }) => ({
            key: name,
            content: (
              <figure className={styles.figure}>
                <FallbackImage src={logo} fallback={gameFallback} alt="" width={72} height={72} />
                <figcaption>{name}</figcaption>
              </figure>
            ),
          }))}
        />
      </Card>
      <Card as="section" className={styles.card}>
        <h3 className={styles.title}>Features nobody else has</h3>
        <p className={styles.text}>Years of tickets, turned into buttons.</p>
        <CheckList items={uniqueFeatures} />
      </Card>
      <Card as="section" className={styles.card}>
        <h3 className={styles.title}>Growing together</h3>
        <p className={styles.text}>Where we are, and where we are going.</p>
        <Goals />
      </Card>
    </div>
  );
}
