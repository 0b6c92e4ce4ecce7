import { newestReviews } from '@framelift/contracts/content/reviews';
import { Carousel } from '../carousel/Carousel.tsx';
import { ReviewRow } from '../reviews/ReviewRow.tsx';

/** Three reviews per page, another page every 8 s (docs/product.md#pricing). */
const PER_PAGE = 3;
const ROTATION_MS = 8000;

const pages = Array.from({ length: Math.ceil(newestReviews.length / PER_PAGE) }, (_, i) =>
  newestReviews.slice(i * PER_PAGE, (i + 1) * PER_PAGE),
);

export function Reviews() {
  return (
    <Carousel
      label="Customer reviews"
      every={ROTATION_MS}
      dots
      slides={pages.map((page) => ({ key: page[0]!.discordId, content: <ReviewRow reviews={page} /> }))}
    />
  );
}
