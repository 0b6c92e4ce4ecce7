import { type ComponentProps, useState } from 'react';

/** An image that gives way to another one when it does not load, also when it failed before React was there. */
export function FallbackImage({ src, fallback, alt, ...rest }: ComponentProps<'img'> & { fallback: string }) {
  const [failed, setFailed] = useState<string | undefined>();
  const shown = failed === src ? fallback : src;
  return (
    <img
      {...rest}
      alt={alt}
      src={shown}
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && shown === src) setFailed(src);
      }}
      onError={() => setFailed(src)}
    />
  );
}
