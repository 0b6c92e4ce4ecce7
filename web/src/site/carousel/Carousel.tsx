import useEmblaCarousel from 'embla-carousel-react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useCalmMotion } from '../../ui/useCalmMotion.ts';
import { useWhenReady } from '../../ui/useWhenReady.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Carousel.module.css';

interface Props {
  label: string;
  /** One slide each; the width of a slide is its own class's. */
  slides: { key: string; content: ReactNode }[];
  slideClass?: string;
  /** Moves on by itself after this long (ms), but not under a pointer, not around the focus, and not for those who want calm. */
  every?: number;
  /** A dot per slide; for carousels whose slides are pages. */
  dots?: boolean;
  /** On wide screens the arrows are at the height of the heading above. */
  arrowsAbove?: boolean;
}

/** Slides beside each other, by Embla: drag, arrows, dots. Without scripts it is a row that scrolls. */
export function Carousel({ label, slides, slideClass, every, dots, arrowsAbove }: Props) {
  const calm = useCalmMotion();
  const [viewport, embla] = useEmblaCarousel({ align: 'start', loop: Boolean(every), slidesToScroll: 'auto', duration: calm ? 0 : 28 });
  const [at, setAt] = useState(0);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [stopped, setStopped] = useState(false);
  const runs = Boolean(every) && !calm && !hovered && !focused && !stopped;

  useEffect(() => {
    if (!embla) return;
    const moved = () => setAt(embla.selectedScrollSnap());
    embla.on('select', moved);
    return () => void embla.off('select', moved);
  }, [embla]);
  useEffect(() => {
    if (!embla || !runs) return;
    const timer = setInterval(() => embla.scrollNext(), every);
    return () => clearInterval(timer);
  }, [embla, runs, every]);
  // After the listener above.
  const move = useWhenReady(embla);

  return (
    // Pointer and focus only pause it; all it offers to do is in its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={arrowsAbove ? styles.withArrowsAbove : undefined}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <div className={styles.viewport} ref={viewport}>
        <ul className={styles.track} aria-live={every ? (runs ? 'off' : 'polite') : undefined}>
          {slides.map(({ key, content }) => (
            <li key={key} className={`${styles.slide} ${slideClass ?? styles.page}`}>
              {content}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.controls}>
        {dots && (
          <div className={styles.dots}>
            {slides.map(({ key }, i) => (
              <button
                key={key}
                type="button"
                className={styles.dot}
                aria-label={`Page ${i + 1} of ${slides.length}`}
                aria-current={i === at ? 'true' : undefined}
                onClick={() => move((engine) => engine.scrollTo(i))}
              />
            ))}
          </div>
        )}
        {every && !calm && (
          <Button
            variant="ghost"
            size="small"
            icon
            aria-label={stopped ? 'Resume rotation' : 'Pause rotation'}
            onClick={() => setStopped(!stopped)}
          >
            {stopped ? <Play aria-hidden /> : <Pause aria-hidden />}
          </Button>
        )}
        <div className={styles.arrows}>
          <Button size="small" icon aria-label="Previous" onClick={() => move((engine) => engine.scrollPrev())}>
            <ChevronLeft aria-hidden />
          </Button>
          <Button size="small" icon aria-label="Next" onClick={() => move((engine) => engine.scrollNext())}>
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
    </section>
  );
}
