import { redacted } from '../../platform/config.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';

/** The settings in force, without secrets and passwords in addresses. */
export const configCommand: Group = (program, run) => {
  addCommand(program, 'config', 'Shows the settings in force without the values of secrets.', 'config --json').action(
    (options: { json?: boolean }) =>
      run(options, async (get) => {
        const settings = redacted(get(CONFIG));
        return { ok: true, json: settings, text: JSON.stringify(settings, null, 2) };
      }),
  );
};
