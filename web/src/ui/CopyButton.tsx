import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { COPIED_MS, copy } from './clipboard.ts';
import { Button } from './Button.tsx';

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'aria-describedby'> & {
  value: string;
  label?: string;
  /** What the button says after copying. */
  copied: string;
};

/** Copies a text and says so for a while. */
export function CopyButton({ value, label = 'Copy', copied, ...look }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <Button {...look} onClick={async () => setCopied(await copy(value))}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? copied : label}</span>
    </Button>
  );
}
