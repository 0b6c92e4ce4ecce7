import { benefits } from './content.ts';
import { Card } from '../../ui/Card.tsx';
import { Carousel } from '../carousel/Carousel.tsx';
import { PointText } from '../Points.tsx';
import styles from './home.module.css';

export function Benefits() {
  return (
    <Carousel
      label="Benefits"
      slideClass={styles.benefit}
      slides={benefits.map((benefit) => ({
        key: benefit.title,
        content: (
          <Card className={styles.benefitCard}>
            <PointText {...benefit} />
          </Card>
        ),
      }))}
    />
  );
}
