import { CirclePlay, Code, MessagesSquare } from 'lucide-react';
import { usePlaces } from '../../lib/siteContent.ts';
import { Card } from '../../ui/Card.tsx';
import { Logo } from '../../ui/Logo.tsx';
import styles from './socials.module.css';

interface Props {
  /** Another page covers them. */
  inert: boolean;
}

const kinds = {
  chat: { icon: <MessagesSquare aria-hidden />, text: 'Questions, support and news' },
  video: { icon: <CirclePlay aria-hidden />, text: 'Guides and benchmarks' },
  code: { icon: <Code aria-hidden />, text: 'Free tweaks and releases' },
};

/** Where the seller is, one card per place. */
export function Places({ inert }: Props) {
  const places = usePlaces();
  return (
    <section className={styles.places} inert={inert} aria-label="Our places">
      <Logo />
      <ul>
        {places.map(({ place, label, href }) => (
          <Card key={place} as="li" className={styles.place}>
            {kinds[place].icon}
            <div>
              <a href={href} target="_blank" rel="noreferrer">
                {label}
              </a>
              <p>{kinds[place].text}</p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}
