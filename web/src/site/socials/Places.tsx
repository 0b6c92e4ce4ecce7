import { CirclePlay, Code, MessagesSquare } from 'lucide-react';
import { Card } from '../../ui/Card.tsx';
import { Logo } from '../../ui/Logo.tsx';
import styles from './socials.module.css';

interface Props {
  places: Record<'chat' | 'video' | 'code', string>;
  /** Another page covers them. */
  inert: boolean;
}

const kinds = [
  { place: 'chat', icon: <MessagesSquare aria-hidden />, name: 'Discord', text: 'Questions, support and news' },
  { place: 'video', icon: <CirclePlay aria-hidden />, name: 'YouTube', text: 'Guides and benchmarks' },
  { place: 'code', icon: <Code aria-hidden />, name: 'GitHub', text: 'Free tweaks and releases' },
] as const;

/** Where the seller is, one card per place. */
export function Places({ places, inert }: Props) {
  return (
    <section className={styles.places} inert={inert} aria-label="Our places">
      <Logo />
      <ul>
        {kinds.map(({ place, icon, name, text }) => (
          <Card key={place} as="li" className={styles.place}>
            {icon}
            <div>
              <a href={places[place]} target="_blank" rel="noreferrer">
                {name}
              </a>
              <p>{text}</p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}
