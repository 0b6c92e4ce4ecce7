import { Vault } from '../../engine/log/sealing/vault.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Registration } from '../../programme/sign-in/registration.ts';
import { Keys } from '../../platform/keys.ts';
import { Erasure } from '../../engine/log/sealing/erasure.ts';
import { CommandBus } from '@nestjs/cqrs';
import { affiliateStream, fact, programmeStream, rules } from '@framelift/contracts';
import { isAddress } from '../../platform/address.ts';
import { DeleteAffiliate } from '../../programme/affiliate/affiliate.commands.ts';
import { affiliateSource } from '../../programme/affiliate/affiliate.decider.ts';
import { accountNamed, affiliateBehind, claimSource } from '../../programme/claims/claim.decider.ts';
import { Refused } from '../../platform/refused.ts';
import { AllowPasswordReset, TurnTotpOff } from '../../programme/sign-in/sign-in.commands.ts';
import { newPasswordLink } from '../../programme/sign-in/password-links.ts';
import { confirmed, type Get, operatorMeta, type Result, WrongUse } from './result.ts';
import { CLOCK, CONFIG } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';

interface AdminOptions {
  username?: string;
  email?: string;
  password?: string;
  revoke?: string;
}

function checkNames({ username = '', email = '' }: AdminOptions): void {
  const { minimum, maximum, pattern } = rules.username;
  if (username.length < minimum || username.length > maximum || !pattern.test(username))
    throw new WrongUse(`--username must be ${minimum} to ${maximum} letters, digits, _ or -`);
  if (!isAddress(email)) throw new WrongUse('--email must be an e-mail address');
}

async function createAdmin(get: Get, { username, email, password }: AdminOptions): Promise<Result> {
  await get(Registration).admin(operatorMeta(get), { username: username!, email: email!, password: password! });
  return { ok: true, json: { ok: true, created: username }, text: `${username} is an admin and can log in.` };
}

async function revokeAdmin(get: Get, username: string): Promise<Result> {
  await get(Registration)
    .revokeAdmin(operatorMeta(get), username)
    .catch((error: unknown) => {
      throw error instanceof Refused ? Refused.inWords(`There is no admin ${username}`) : error;
    });
  return { ok: true, json: { ok: true, revoked: username }, text: `${username} is no longer an admin; all their sessions have ended.` };
}

/** The stream of the account with this username or e-mail address. @throws Refused */
async function accountOf(get: Get, name: string): Promise<string> {
  const [streams, keys] = [get(Streams), get(Keys)];
  const kind = name.includes('@') ? 'email' : 'username';
  const { state } = await streams.load(claimSource(keys.claim(kind, name)));
  const accountId = accountNamed(state);
  if (!accountId) throw Refused.inWords(`There is no account ${name}`);
  return accountId;
}

/** Makes a password link for an account; needs no mail. */
async function resetPassword(get: Get, name: string): Promise<Result> {
  const metadata = operatorMeta(get);
  const made = newPasswordLink(get(CONFIG), get(Keys), metadata);
  const command = new AllowPasswordReset({ meta: metadata, accountId: await accountOf(get, name), link: made });
  const { position } = await get(CommandBus).execute(command);
  const { link, expiresAt } = made;
  const text = `This link sets a new password for ${name}, once, until ${expiresAt}. It ends every session; two-factor login stays on.\n\n  ${link}\n`;
  return { ok: true, json: { ok: true, account: name, link, expiresAt, position }, text };
}

/** Turns two-factor sign-in off for an account that lost its app and recovery codes; an affiliate gets a notification. */
async function resetTotp(get: Get, name: string): Promise<Result> {
  await get(CommandBus).execute(new TurnTotpOff({ meta: operatorMeta(get), accountId: await accountOf(get, name) }));
  return {
    ok: true,
    json: { ok: true, reset: name },
    text: `${name} logs in with the password alone until two-factor login is turned on again.`,
  };
}

async function affiliateNamed(get: Get, name: string): Promise<string> {
  const [streams, keys, now] = [get(Streams), get(Keys), get(CLOCK)];
  const { state } = await streams.load(claimSource(keys.claim('username', name)));
  const affiliateId = affiliateBehind(state, new Date(now()).toISOString());
  if (affiliateId) return affiliateId;
  const byId = await streams.load(affiliateSource(name));
  if (!byId.state.registered) throw Refused.inWords(`There is no affiliate ${name}`);
  return name;
}

/** Deletes an affiliate by the rule: refused while a cashout is open; the balance is forfeited. */
async function eraseAffiliate(get: Get, name: string): Promise<Result> {
  const id = await affiliateNamed(get, name);
  const { events, position } = await get(CommandBus).execute(new DeleteAffiliate({ meta: operatorMeta(get), affiliateId: id }));
  const text = events.length
    ? `${name} is deleted and erased: keys, password and proofs are destroyed, amounts stay under a pseudonym (${affiliateStream(id)}).`
    : `${name} was already deleted; there was nothing left to erase.`;
  return { ok: true, json: { ok: true, erased: { kind: 'affiliate', id }, position }, text };
}

/** The fact and the key's destruction are one transaction. */
async function eraseBuyer(get: Get, email: string): Promise<Result> {
  // A restore names a buyer whose erasure it could not confirm by this hash.
  const buyer = /^[0-9a-f]{40}$/.test(email) ? email : get(Keys).buyer(email);
  if (!(await get(Vault).holdsKey(`buyer:${buyer}`))) throw Refused.inWords('No buyer has this address, or they were already erased');
  const { position } = await get(Erasure).erase({ kind: 'buyer', id: buyer }, (inSameTransaction) =>
    get(Streams).recordFacts(programmeStream, [fact('BuyerErased', { buyer })], operatorMeta(get), inSameTransaction),
  );
  return { ok: true, json: { ok: true, erased: { kind: 'buyer', id: buyer }, position }, text: `The buyer is erased (${buyer}).` };
}

interface EraseOptions {
  yes?: boolean;
  affiliate?: string;
  buyer?: string;
}

export const accountCommands: Group = (program, run) => {
  addCommand(
    program,
    'create-admin',
    'Creates an admin account, or revokes one.',
    'create-admin --username ada --email ada@example.org --password "a long password"',
    'create-admin --revoke ada',
  )
    .option('--username <name>')
    .option('--email <address>')
    .option('--password <password>', `at least ${rules.passwordMinimum} characters; by default ADMIN_PASSWORD`)
    .option('--revoke <username>', 'revoke this admin account')
    .action((options: AdminOptions) => {
      const { revoke, username, email, password = process.env['ADMIN_PASSWORD'] } = options;
      if (revoke !== undefined) {
        if (username !== undefined || email !== undefined) throw new WrongUse('Use either --revoke or --username, --email and --password');
        return run((get) => revokeAdmin(get, revoke));
      }
      if (!username || !email || !password) throw new WrongUse('create-admin needs --username, --email and --password, or --revoke');
      checkNames(options);
      return run((get) => createAdmin(get, { ...options, password }));
    });
  addCommand(
    program,
    'reset-password',
    'Prints a link that sets a new password for an account, once, within 30 minutes.',
    'reset-password --account zoe',
  )
    .requiredOption('--account <name>', 'username or e-mail address')
    .action(({ account }: { account: string }) => run((get) => resetPassword(get, account)));
  addCommand(program, 'reset-totp', 'Turns off two-factor login of an account.', 'reset-totp --account ada')
    .requiredOption('--account <name>', 'username or e-mail address')
    .action(({ account }: { account: string }) => run((get) => resetTotp(get, account)));
  addCommand(
    program,
    'erase',
    'Permanently destroys the personal data of an affiliate (who is deleted) or of a buyer.',
    'erase --affiliate zoe --yes',
    'erase --buyer somebody@example.org --yes',
  )
    .option('--affiliate <username>', 'or their id')
    .option('--buyer <email>')
    .option('--yes', 'confirm: it cannot be undone')
    .action((options: EraseOptions) => {
      const { affiliate, buyer } = options;
      if ((affiliate === undefined) === (buyer === undefined)) throw new WrongUse('erase needs either --affiliate or --buyer');
      confirmed(options.yes, 'Personal data will be destroyed, including in every backup of the log.');
      return run((get) => (affiliate === undefined ? eraseBuyer(get, buyer!) : eraseAffiliate(get, affiliate)));
    });
};
