#!/bin/sh
# Containers to the source of this clone, or to the image that FRAMELIFT_IMAGE names now, and back: run it in the folder of your compose
# file. Takes a backup, builds or pulls, starts the api, then the rest. Where one is not healthy within 60 s, those of the image before serve again:
# migrations only expand, so they serve the same data. Run it again after an interruption.
set -eu

healthy_seconds=60

fail() {
  echo "$1" >&2
  exit 1
}
container() { docker compose ps -aq "$1" | head -n 1; }
image() { docker inspect -f '{{.Image}}' "$(container "$1")"; }
ops() { docker compose exec -T "$api" node services/dist/main/ops.js "$@"; }
# An image that served before, for as long as an upgrade is under way.
before() { echo "framelift-before:$1"; }
is_kept() { docker image inspect "$(before "$1")" >/dev/null 2>&1; }
forget() { for name in $ours; do if is_kept "$name"; then docker rmi "$(before "$name")" >/dev/null; fi; done; }
# The api first, as it migrates.
up() {
  docker compose up -d --wait --wait-timeout $healthy_seconds --no-deps --pull never "$api" &&
    docker compose up -d --wait --wait-timeout $healthy_seconds --no-deps --pull never $ours || return 1
  # After a newer version.
  ops replay --downgrade || echo "Some figures are not up to date: docker compose exec $api node services/dist/main/ops.js replay --downgrade" >&2
}
start() {
  began=$(date +%s)
  if up; then return 0; fi
  # After a run that was killed, the engine may still be removing a container.
  if [ $(($(date +%s) - began)) -ge $healthy_seconds ]; then return 1; fi
  sleep 5
  up
}

services=$(docker compose ps -a --services)
api=$(echo "$services" | grep -Ex 'api|api-prod|app' | head -n 1) || fail 'No api runs here: start it with docker compose up --wait'
ours=
for name in $services; do
  if is_kept "$name" || [ "$(image "$name")" = "$(image "$api")" ]; then ours="$ours $name"; fi
done

if ! is_kept "$api"; then
  echo 'Taking a backup …'
  ops backup || fail 'Nothing was changed: no backup could be taken'
  # The api last: with its image kept, an upgrade is under way.
  for name in $ours "$api"; do docker tag "$(image "$name")" "$(before "$name")"; done
fi
# Each does nothing for what the other one does.
docker compose pull --ignore-buildable $ours && docker compose build $ours || { forget && fail 'Nothing was changed: the new image could not be built or fetched'; }
if start; then
  forget
  echo 'The new version serves'
  exit 0
fi

echo 'The new version is not healthy. Going back …' >&2
named=$(docker inspect -f '{{.Config.Image}}' "$(container "$api")")
docker tag "$(before "$api")" "$named" || fail "Name the image before in FRAMELIFT_IMAGE, then run: docker compose up --wait $ours"
start || fail 'The version before is not healthy either. Run this again, or restore the backup'
forget
fail "The version before serves again, with all data. On this machine $named names it until you pull or build again"
