import type { Html } from '@framelift/contracts/site-fields';
import styles from './LongText.module.css';

/** A text that may have markup: the server renders it, and makes it harmless (services/src/http/site/markdown.ts). */
export function LongText({ text, className = '' }: { text: string | Html; className?: string }) {
  if (typeof text === 'string') return <p className={className || undefined}>{text}</p>;
  return <div className={`${styles.text} ${className}`} dangerouslySetInnerHTML={{ __html: text.html }} />;
}
