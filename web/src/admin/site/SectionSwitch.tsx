import styles from './records.module.css';

interface Props {
  /** Of the section. */
  name: string;
  isOn: boolean;
  onSwitch: (on: boolean) => void;
}

/** Whether visitors see a section. */
export function SectionSwitch({ name, isOn, onSwitch }: Props) {
  return (
    <label className={styles.on}>
      <input type="checkbox" aria-label={`Show ${name}`} checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
      <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
    </label>
  );
}
