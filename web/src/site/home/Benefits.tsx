import type { SiteContent } from '@framelift/contracts/site-sections';
import { Card } from '../../ui/Card.tsx';
import { drawn } from '../cardIcons.ts';
import { Carousel } from '../carousel/Carousel.tsx';
import { inPages } from '../carousel/inPages.ts';
import { PointText } from '../Points.tsx';
import styles from './home.module.css';

const PER_PAGE = 3;

export function Benefits({ benefits }: Pick<SiteContent['pages.home'], 'benefits'>) {
  return (
    <Carousel
      label="Benefits"
      dots
      arrowsAbove
      slides={inPages(drawn(benefits), PER_PAGE).map((page, at) => ({
        key: String(at),
        content: (
          <ul className={styles.benefits}>
            {page.map((benefit, i) => (
              <Card as="li" key={i}>
                <PointText {...benefit} />
              </Card>
            ))}
          </ul>
        ),
      }))}
    />
  );
}
