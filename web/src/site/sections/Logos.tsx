import type { ContentOfKind } from './kindContents.ts';
import { outside } from './outside.ts';
import styles from './sections.module.css';

export function Logos({ logos }: Pick<ContentOfKind<'logos'>, 'logos'>) {
  return (
    <ul className={styles.logos}>
      {logos.map(({ name, logo, link }, i) => {
        const shown = (
          <>
            <img src={logo} alt="" width={144} height={48} loading="lazy" />
            <span>{name}</span>
          </>
        );
        return (
          <li key={i}>
            {link === null ? (
              shown
            ) : (
              <a href={link} {...outside(link)}>
                {shown}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
