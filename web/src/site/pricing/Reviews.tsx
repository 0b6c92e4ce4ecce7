import { Star } from 'lucide-react';
import { type Review, reviews } from '@framelift/contracts/content/reviews';
import { formatDate } from '../../lib/format.ts';
import { usePeople } from '../feeds.ts';
import { Avatar } from '../Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Carousel } from '../carousel/Carousel.tsx';
import styles from './pricing.module.css';

/** Three reviews per page, another page every 8 s (docs/product.md#pricing). */
const PER_PAGE = 3;
const ROTATION_MS = 8000;

const newestFirst = reviews.toSorted((a, b) => b.date.localeCompare(a.date));
const pages = Array.from({ length: Math.ceil(newestFirst.length / PER_PAGE) }, (_, i) =>
  newestFirst.slice(i * PER_PAGE, (i + 1) * PER_PAGE),
);

export function Reviews() {
  const { data } = usePeople();
  const personOf = (id: string) => data?.people.find(({ discordId }) => discordId === id);
  return (
    <Carousel
      label="Customer reviews"
      every={ROTATION_MS}
      dots
      slides={pages.map((page) => ({
        key: page[0]!.discordId,
        content: (
          <div className={styles.reviews}>
            {page.map((review) => {
              const person = personOf(review.discordId);
              return <ReviewCard key={review.discordId} review={review} name={person?.name} picture={person?.avatarUrl} />;
            })}
          </div>
        ),
      }))}
    />
  );
}

/** Name and picture as the chat knows them today; else the stored name and the default picture (docs/product.md#fallbacks). */
function ReviewCard({ review, name, picture }: { review: Review; name?: string | null; picture?: string | null }) {
  return (
    <Card as="article" className={styles.review}>
      <p className={styles.stars}>
        <span className="visually-hidden">{review.rating} of 5 stars</span>
        {Array.from({ length: 5 }, (_, i) => (
          <Star key={i} aria-hidden className={i < review.rating ? styles.star : styles.noStar} />
        ))}
      </p>
      <p className={styles.quote}>{review.content}</p>
      <div className={styles.reviewer}>
        <Avatar src={picture} size={40} />
        <div>
          <p className={styles.name}>{name ?? review.name}</p>
          <p className={styles.role}>
            {review.role} · <time dateTime={review.date}>{formatDate(review.date)}</time>
          </p>
        </div>
      </div>
    </Card>
  );
}
