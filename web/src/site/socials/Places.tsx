import { socialsPage } from '@framelift/contracts/content/page-socials';
import { CirclePlay, Code, MessagesSquare } from 'lucide-react';
import { usePlaces, useSection } from '../../lib/siteContent.ts';
import { Card } from '../../ui/Card.tsx';
import { Logo } from '../../ui/Logo.tsx';
import styles from './socials.module.css';

interface Props {
  /** Another page covers them. */
  inert: boolean;
}

/** `text`: the field that says what is there. */
const kinds = {
  chat: { icon: <MessagesSquare aria-hidden />, text: 'chatText' },
  video: { icon: <CirclePlay aria-hidden />, text: 'videoText' },
  code: { icon: <Code aria-hidden />, text: 'codeText' },
} as const;

/** Where the seller is, one card per place. */
export function Places({ inert }: Props) {
  const places = usePlaces();
  const texts = useSection('pages.socials', socialsPage);
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
              <p>{texts[kinds[place].text]}</p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}
