import type { StaffMember } from '@framelift/contracts/content/team';
import { formatDate } from '../../lib/format.ts';
import { usePeople } from '../feeds.ts';
import { Avatar } from '../Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Carousel } from '../carousel/Carousel.tsx';
import { inPages } from '../carousel/inPages.ts';
import styles from './about.module.css';

/** Four per page (docs/product.md#about). */
const PER_PAGE = 4;

export function Team({ team }: { team: readonly StaffMember[] }) {
  const { data } = usePeople();
  return (
    <Carousel
      label="Team"
      dots
      slides={inPages(team, PER_PAGE).map((page, at) => ({
        key: String(at),
        content: (
          <ul className={styles.team}>
            {page.map((member, i) => {
              const person = data?.people.find(({ discordId }) => discordId === member.discordId);
              return <Member key={i} member={member} name={person?.name} picture={person?.avatarUrl} />;
            })}
          </ul>
        ),
      }))}
    />
  );
}

function Member({ member, name, picture }: { member: StaffMember; name?: string | null; picture?: string | null }) {
  return (
    <Card as="li" className={styles.member}>
      <Avatar src={member.image ?? picture} size={88} />
      <h3 className={styles.name}>{name ?? member.name}</h3>
      <p className={styles.role}>{member.role}</p>
      <p className={styles.joined}>
        Since <time dateTime={member.joined}>{formatDate(member.joined)}</time>
      </p>
    </Card>
  );
}
