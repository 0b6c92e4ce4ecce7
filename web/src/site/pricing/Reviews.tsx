import { newestFirst, type Review } from '@framelift/contracts/content/reviews';
import { Carousel } from '../carousel/Carousel.tsx';
import { inPages } from '../carousel/inPages.ts';
import { ReviewRow } from '../reviews/ReviewRow.tsx';

/** Three reviews per page, another page every 8 s (docs/product.md#pricing). */
const PER_PAGE = 3;
const ROTATION_MS = 8000;

export function Reviews({ reviews }: { reviews: readonly Review[] }) {
  return (
    <Carousel
      label="Customer reviews"
      every={ROTATION_MS}
      dots
      slides={inPages(newestFirst(reviews), PER_PAGE).map((page, i) => ({ key: String(i), content: <ReviewRow reviews={page} /> }))}
    />
  );
}
