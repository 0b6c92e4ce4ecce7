import { useEffect, useState } from 'react';
import { Command } from './Command.tsx';

/** The build writes it beside the program (web/tools/finish-build.mjs). */
const HASH = '/framelift-verify.mjs.sha256';

const printsHash = (program: string): string =>
  navigator.userAgent.includes('Windows') ? `Get-FileHash ${program}` : `shasum -a 256 ${program}`;

/** The SHA-256 of the program, and how to compare it. `program`: the name of the downloaded file. */
export function ProgramHash({ program }: { program: string }) {
  const [hash, setHash] = useState<string>();
  useEffect(() => {
    fetch(HASH)
      .then(async (response) => /^[0-9a-f]{64}\b/.exec(response.ok ? await response.text() : '')?.[0])
      .then(setHash, () => {});
  }, []);
  if (!hash) return null;
  return (
    <Command
      text={
        <>
          The program’s sha256 is <code>{hash}</code>. Compare it with the one in the release notes. This command prints that of your
          download:
        </>
      }
      label="Command that prints the SHA-256 of the program"
      value={printsHash(program)}
    />
  );
}
