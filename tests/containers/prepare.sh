#!/usr/bin/env bash
# Runs a command with a Docker engine and with images for the tests, which these variables name:
#   MEEPLOG_TEST_PYTHON_IMAGE                                what the Dockerfile stands on
#   MEEPLOG_TEST_POSTGRES_IMAGE, MEEPLOG_TEST_REDIS_IMAGE    servers for MEEPLOG_TEST_SERVICES=containers
# Root on Debian needs nothing: an engine is installed, and runs as long as the command, unless one answers; images that
# are not named are made from Debian's packages, and kept in build/containers. Anybody else brings an engine, which pulls
# the usual images where none are named.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=$here/../../build/containers
suite=trixie # PostgreSQL 17, Redis 8, Python 3.13
certificates=/etc/ssl/certs/ca-certificates.crt

fail() {
    echo "prepare.sh: $*" >&2
    exit 1
}

may_install() {
    [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ]
}

install() {
    dpkg --status "$@" >/dev/null 2>&1 && return
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update
    apt-get -qq install -y --no-install-recommends "$@" >/dev/null
}

answers() {
    docker version >/dev/null 2>&1
}

start_engine() {
    may_install || fail "no Docker engine answers: start one, or run this as root on Debian"
    install docker.io iproute2
    command -v docker >/dev/null || install docker-cli # a package of its own since Debian 13
    mkdir -p "$cache"
    run=$(mktemp -d)
    bridge=$(cat /sys/class/net/docker0/address 2>/dev/null || true)
    export DOCKER_HOST=unix://$run/docker.sock
    export TESTCONTAINERS_RYUK_DISABLED=true # it would remove what a killed test leaves behind; stop_engine does
    trap stop_engine EXIT
    # Published ports need no packet filter; so of the machine's network nothing changes but for one bridge.
    setsid unshare --mount \
        dockerd --host "$DOCKER_HOST" --data-root "$cache/engine" --exec-root "$run/exec" --pidfile "$cache/pid" \
        --iptables=false --ip6tables=false --ip-forward=false >"$cache/log" 2>&1 &
    engine=$!
    for _ in $(seq 240); do
        answers && return
        kill -0 "$engine" 2>/dev/null || break
        sleep 0.25
    done
    tail -n 5 "$cache/log" >&2
    fail "the Docker engine did not start"
}

stop_engine() {
    if answers; then
        docker ps --quiet --all | xargs --no-run-if-empty docker rm --force --volumes >/dev/null
        kill "$engine"
    fi
    wait "$engine" || true
    [ -n "$bridge" ] || ip link delete docker0 2>/dev/null || true
    rm -rf "$run"
}

make_debian() { # with this machine's certificates and index of packages: pip works inside as it does outside
    install mmdebstrap debian-archive-keyring
    local index image
    index=${PIP_INDEX_URL:-$(python3 -m pip config get global.index-url 2>/dev/null || true)}
    image=$(mmdebstrap --quiet --variant=minbase --dpkgopt=force-unsafe-io --include=ca-certificates \
        --customize-hook="copy-in $certificates /etc/ssl/certs" "$suite" |
        docker import --change "ENV PIP_CERT=$certificates ${index:+PIP_INDEX_URL=$index}" -)
    docker tag "$image" "meeplog-test-$suite" # only now: a half image has no name
}

make_image() {
    docker image inspect "meeplog-test-$suite" >/dev/null 2>&1 || make_debian
    docker build --quiet --network=host --build-arg "BASE=meeplog-test-$suite" --target "$1" --tag "meeplog-test-$1" \
        "$here/images"
}

answers || start_engine
for name in python postgres redis; do
    variable=MEEPLOG_TEST_${name^^}_IMAGE
    if [ -z "${!variable:-}" ] && may_install; then
        make_image $name
        export "$variable=meeplog-test-$name"
    fi
done
"$@"
