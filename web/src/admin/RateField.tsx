import { rules, toPercent } from '@framelift/contracts/rules';
import type { ComponentProps } from 'react';
import { TextField } from '../ui/Field.tsx';

/** A commission rate in percent (0–100, step 0.01; docs/rules.md#3-rates-and-tiers). */
export function RateField({ label = 'Commission Rate (%)', ...props }: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      {...props}
      label={label}
      type="number"
      inputMode="decimal"
      min={0}
      max={toPercent(rules.maximumRateBps)}
      step="0.01"
      required
    />
  );
}
