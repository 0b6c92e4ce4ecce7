import { redacted } from '../../platform/config.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';

/** The settings in force. Secrets and passwords in addresses are not told. */
export const configCommand: Group = (program, run) => {
  addCommand(program, 'config', 'Shows the settings in force; secrets are named, never told.', 'config --json').action(
    (options: { json?: boolean }) =>
      run(options, async (get) => {
        const settings = redacted(get(CONFIG));
        return { ok: true, json: settings, text: JSON.stringify(settings, null, 2) };
      }),
  );
};
