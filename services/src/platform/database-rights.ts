import pg from 'pg';

/** The role whose members append to the log and read it. It is one for all systems of a server. */
export const GROUP = 'framelift_app';

/** What the role of an address may not do in its database, and the SQL with which an administrator of the server changes that. */
export interface MissingRight {
  /** A sentence without its subject, which is the role. */
  what: string;
  statement: string;
}

type Session = Pick<pg.ClientBase, 'query'>;
const id = pg.escapeIdentifier;

interface Rights {
  version: number;
  owner: string;
  database: string;
  isSuper: boolean;
  mayMakeRoles: boolean;
  hasGroup: boolean;
  hasApp: boolean;
  isOwner: boolean;
  mayCreate: boolean;
  mayGrantCreate: boolean;
  /** undefined schema: null. */
  mayUsePublic: boolean | null;
  hasTable: boolean;
  /** Owners of what is there, whose rights this role does not have. */
  others: string[];
}

async function rightsOf(on: Session, appRole: string): Promise<Rights> {
  const { rows } = await on.query<Rights>(
    `select current_setting('server_version_num')::int as version, current_user::text as owner, d.datname::text as database,
       r.rolsuper as "isSuper", r.rolcreaterole as "mayMakeRoles",
       to_regrole($1) is not null as "hasGroup", exists (select from pg_roles where rolname = $2) as "hasApp",
       pg_has_role(d.datdba, 'USAGE') as "isOwner", has_database_privilege(d.oid, 'CREATE') as "mayCreate",
       pg_has_role(d.datdba, 'USAGE') or has_database_privilege(d.oid, 'CREATE WITH GRANT OPTION') as "mayGrantCreate",
       (select has_schema_privilege(oid, 'CREATE') from pg_namespace where nspname = 'public') as "mayUsePublic",
       m.relowner is not null as "hasTable",
       array(select distinct o.rolname::text from pg_roles o where not pg_has_role(o.oid, 'USAGE') and o.oid in (
         select nspowner from pg_namespace where nspname in ('log', 'vault', 'projecting')
         union select m.relowner)) as others
     from pg_database d cross join pg_roles r
     left join pg_class m on m.relname = 'migrations' and m.relnamespace = (select oid from pg_namespace where nspname = 'public')
     where d.datname = current_database() and r.rolname = current_user`,
    [GROUP, appRole],
  );
  return rows[0]!;
}

interface GroupRights {
  mayGrant: boolean;
  isMember: boolean;
  mayCreate: boolean;
  mayUsePublic: boolean;
}

/** Of the group, once it and the role are there. */
async function groupRights(on: Session, appRole: string, { hasGroup, hasApp, database }: Rights): Promise<GroupRights> {
  if (!hasGroup) return { mayGrant: false, isMember: false, mayCreate: false, mayUsePublic: false };
  const { rows } = await on.query<GroupRights>(
    `select pg_has_role($1, 'MEMBER WITH ADMIN OPTION') as "mayGrant",
       ${hasApp ? `pg_has_role($3, $1, 'USAGE')` : 'false and $3::text is null'} as "isMember",
       has_database_privilege($1, $2, 'CREATE') as "mayCreate",
       coalesce((select has_schema_privilege($1, oid, 'USAGE') from pg_namespace where nspname = 'public'), false) as "mayUsePublic"`,
    [GROUP, database, appRole],
  );
  return rows[0]!;
}

/** What is missing so that the role may prepare the database and `appRole` may use it; empty: nothing. */
export async function missingRights(on: Session, appRole: string): Promise<MissingRight[]> {
  const rights = await rightsOf(on, appRole);
  if (rights.isSuper) return [];
  const { version, owner, database, mayMakeRoles, hasGroup, hasApp, mayCreate, mayGrantCreate, mayUsePublic, hasTable, others } = rights;
  const group = await groupRights(on, appRole, rights);
  const mayGrantGroup = hasGroup ? group.mayGrant || (version < 160_000 && mayMakeRoles) : mayMakeRoles;
  const missing: MissingRight[] = [];
  const add = (isMissing: boolean, what: string, statement: string) => void (isMissing && missing.push({ what, statement }));
  add(!hasGroup && !mayMakeRoles, `may not create the role ${GROUP}`, `CREATE ROLE ${GROUP} NOLOGIN`);
  add(
    hasApp && !group.isMember && !mayGrantGroup,
    `may not make ${appRole} a member of ${GROUP} that has its rights`,
    version < 160_000
      ? `GRANT ${GROUP} TO ${id(appRole)}; ALTER ROLE ${id(appRole)} INHERIT`
      : `GRANT ${GROUP} TO ${id(appRole)} WITH INHERIT TRUE`,
  );
  add(!mayCreate, `may not create schemas in ${database}`, `GRANT CREATE ON DATABASE ${id(database)} TO ${id(owner)}`);
  add(
    !group.mayCreate && !mayGrantCreate,
    `may not let ${GROUP} create schemas in ${database}`,
    `GRANT CREATE ON DATABASE ${id(database)} TO ${GROUP}`,
  );
  add(mayUsePublic === null, `finds no schema public`, `CREATE SCHEMA public AUTHORIZATION ${id(owner)}`);
  add(
    mayUsePublic === false && !hasTable,
    `may not create a table in the schema public`,
    `GRANT USAGE, CREATE ON SCHEMA public TO ${id(owner)}`,
  );
  add(
    mayUsePublic !== null && !group.mayUsePublic && hasGroup && !rights.isOwner,
    `may not let ${GROUP} use the schema public`,
    `GRANT USAGE ON SCHEMA public TO ${GROUP}`,
  );
  for (const other of others) add(true, `does not have the rights of ${other}, who owns the tables`, `GRANT ${id(other)} TO ${id(owner)}`);
  return missing;
}

/** Gives members of the group what they need, where that is not there yet. */
export async function grantToApp(on: Session, appRole: string | undefined): Promise<void> {
  const rights = await rightsOf(on, appRole ?? '');
  const group = await groupRights(on, appRole ?? '', rights);
  if (rights.hasApp && !group.isMember)
    await on.query(`grant ${GROUP} to ${id(appRole!)}${rights.version < 160_000 ? '' : ' with inherit true'}`);
  // Read models are the app's own schemas, created and swapped by projectors.
  if (!group.mayCreate) await on.query(`grant create on database ${id(rights.database)} to ${GROUP}`);
  if (!group.mayUsePublic) await on.query(`grant usage on schema public to ${GROUP}`);
}

/** What works without it as well: undefined: the role may create databases. */
export async function missingForRestores(on: Session): Promise<MissingRight | undefined> {
  const { rows } = await on.query<{ name: string; may: boolean }>(
    `select rolname::text as name, rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`,
  );
  const { name, may } = rows[0]!;
  return may ? undefined : { what: 'may not create databases', statement: `ALTER ROLE ${id(name)} CREATEDB` };
}

/** One sentence for a start and a command. `role`: of the setting. */
export const sentenceOf = (missing: readonly MissingRight[], setting: string, database: string): string =>
  `The role of ${setting} may not prepare the database: it ${missing.map(({ what }) => what).join('; it ')}. ` +
  `An administrator of the server runs once, in the database ${database}: ${missing.map(({ statement }) => `${statement};`).join(' ')}`;
