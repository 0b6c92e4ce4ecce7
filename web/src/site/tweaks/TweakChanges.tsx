import type { TweakChange } from '@framelift/contracts/tweaks';
import styles from './tweak.module.css';

export function TweakChanges({ changes }: { changes: readonly TweakChange[] }) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">New value</th>
          <th scope="col">Where</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ setting, to, where }, i) => (
          <tr key={i}>
            <th scope="row">{setting}</th>
            <td className={styles.value}>{to}</td>
            <td className={styles.where}>{where}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
