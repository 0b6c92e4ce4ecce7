import type { Review } from '@framelift/contracts/content/reviews';
import { Star } from 'lucide-react';
import { formatDate } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Avatar } from '../Avatar.tsx';
import { usePeople } from '../feeds.ts';
import styles from './ReviewRow.module.css';

/** Reviews beside each other; name and picture as the chat knows them today, else the stored name and the default picture. */
export function ReviewRow({ reviews }: { reviews: readonly Review[] }) {
  const { data } = usePeople();
  return (
    <div className={styles.row}>
      {reviews.map((review, i) => {
        const person = data?.people.find(({ discordId }) => discordId === review.discordId);
        return <ReviewCard key={i} review={review} name={person?.name} picture={person?.avatarUrl} />;
      })}
    </div>
  );
}

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
