import { benefits } from './content.ts';
import { Card } from '../../ui/Card.tsx';
import { Carousel } from '../carousel/Carousel.tsx';
import { PointText } from '../Points.tsx';
import styles from './home.module.css';

const PER_PAGE = 3;
const pages = Array.from({ length: Math.ceil(benefits.length / PER_PAGE) }, (_, i) => benefits.slice(i * PER_PAGE, (i + 1) * PER_PAGE));

export function Benefits() {
  return (
    <Carousel
      label="Benefits"
      dots
      arrowsAbove
      slides={pages.map((page) => ({
        key: page[0]!.title,
        content: (
          <ul className={styles.benefits}>
            {page.map((benefit) => (
              <Card as="li" key={benefit.title}>
                <PointText {...benefit} />
              </Card>
            ))}
          </ul>
        ),
      }))}
    />
  );
}
