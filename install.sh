#!/bin/sh
# Balcão on a machine that has nothing but a shell.
#
#   ./install.sh demo        try it: a sample company and a pretend WhatsApp, in ./balcao-demo
#   ./install.sh             install or upgrade as a systemd service (root)
#   ./install.sh uninstall   remove the service; the data stay
#   ./install.sh build       build dist/balcao, the executable
#   ./install.sh test        everything CI runs
#
# Each of them can be repeated; what is there already is left as it is. Nothing is read from stdin.
set -eu

cd "$(dirname "$0")"
BUN_VERSION=1.4.5
TOOLS=$PWD/.tools
EXECUTABLE=$PWD/dist/balcao
EXECUTABLE_TEST=tests/cli/executable.test.ts

say() { printf '%s\n' "$*" >&2; }
die() { say "install.sh: $*"; exit 1; }
is_root() { [ "$(id -u)" = 0 ]; }

apt_install() {
    command -v apt-get >/dev/null 2>&1 || die "$* is missing, and this is no Debian: install it by hand and try again"
    is_root || die "$* is missing: run this as root once, or install it by hand (apt-get install $*)"
    say "Installing $* from Debian …"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq </dev/null >&2
    apt-get install -y -qq --no-install-recommends "$@" </dev/null >&2
}

# --- what building and testing need -------------------------------------------------------------

is_our_bun() { [ "$("$1" --version 2>/dev/null)" = "$BUN_VERSION" ]; }

# Bun's npm package brings several binaries, and its install script may have been blocked: take whichever runs here.
find_bun() {
    for candidate in "$(command -v bun || true)" "$TOOLS"/bin/bun \
        "$TOOLS"/node_modules/@oven/bun-*/bin/bun "$TOOLS"/node_modules/bun/bin/bun.exe; do
        if [ -x "$candidate" ] && is_our_bun "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    return 1
}

need_bun() {
    if ! bun=$(find_bun); then
        command -v npm >/dev/null 2>&1 || apt_install npm
        say "Fetching Bun $BUN_VERSION …"
        mkdir -p "$TOOLS"
        [ -f "$TOOLS/package.json" ] || printf '{ "private": true }\n' >"$TOOLS/package.json"
        (cd "$TOOLS" && npm install --no-audit --no-fund --loglevel=error "bun@$BUN_VERSION" </dev/null >&2) ||
            die "npm could not fetch Bun"
        bun=$(find_bun) || die "Bun $BUN_VERSION came from npm, but none of its binaries runs on this machine"
    fi
    mkdir -p "$TOOLS/bin"
    [ "$bun" = "$TOOLS/bin/bun" ] || ln -sf "$bun" "$TOOLS/bin/bun"
    PATH=$TOOLS/bin:$PATH
    export PATH
}

need_dependencies() {
    need_bun
    if [ ! -f node_modules/.installed ] || [ bun.lock -nt node_modules/.installed ] || [ package.json -nt node_modules/.installed ]; then
        say "Installing dependencies …"
        bun install --frozen-lockfile </dev/null >&2 || die "the dependencies could not be installed"
        touch node_modules/.installed
    fi
}

is_stale() {
    [ -x "$EXECUTABLE" ] || return 0
    [ -d src ] || return 1
    [ -n "$(find src ui cli migrations package.json bun.lock -type f -newer "$EXECUTABLE" 2>/dev/null | head -n 1)" ]
}

build() {
    if is_stale; then
        need_dependencies
        say "Building the executable …"
        bun run build </dev/null >&2 || die "the executable could not be built"
    fi
    say "dist/balcao is built"
}

# --- test ----------------------------------------------------------------------------------------

need_browser() {
    missing=
    [ -x /usr/bin/chromium ] || missing=chromium
    # Without a font for them, emoji are empty boxes on every screenshot.
    if command -v dpkg-query >/dev/null 2>&1 && ! dpkg-query -W fonts-noto-color-emoji >/dev/null 2>&1; then
        missing="$missing fonts-noto-color-emoji"
    fi
    # shellcheck disable=SC2086 # two words are two packages
    [ -z "$missing" ] || apt_install $missing
}

# show <name> <command …>: runs it in a process of its own, shows and keeps its output; sets `code`.
show() {
    name=$1
    shift
    echo
    echo "== $name"
    echo 1 >"$results/code" # what stands if it dies without a word
    (
        code=0
        ("$@") </dev/null || code=$?
        echo "$code" >"$results/code"
    ) 2>&1 | tee "$results/output"
    code=$(cat "$results/code")
}

# A step is one thing that succeeds or fails.
step() {
    show "$@"
    if [ "$code" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

# A runner counts its tests. One without a summary, or one that fails without a failed test, has died: one failure more.
runner() {
    show "$@"
    # Two forms: "12 passed, 0 failed" on one line, and Bun's " 12 pass" and " 0 fail" on two.
    counts=$(awk '
        /^ *[0-9]+ passed, [0-9]+ failed *$/ { passed = $1; failed = $3; found = 1 }
        /^ *[0-9]+ pass$/ { passed = $1; found = 1 }
        /^ *[0-9]+ fail$/ { failed = $1; found = 1 }
        END { if (found) print passed + 0, failed + 0 }' "$results/output")
    if [ -z "$counts" ]; then
        echo "-- $name ended without a summary (exit code $code)"
        counts='0 1'
    elif [ "$code" != 0 ] && [ "${counts#* }" = 0 ]; then
        echo "-- $name failed (exit code $code) although no test of it did"
        counts="${counts% *} 1"
    fi
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
}

run_tests() {
    need_browser
    need_dependencies
    results=$(mktemp -d)
    trap 'rm -rf "$results"' EXIT
    passed=0
    failed=0
    export CI=1 NO_COLOR=1
    step check bun run check
    runner "unit tests" bun test --path-ignore-patterns="$EXECUTABLE_TEST"
    step build build
    runner "the executable" bun test "./$EXECUTABLE_TEST"
    runner journeys bun run journeys
    echo
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}

# --- the service ---------------------------------------------------------------------------------

# With DESTDIR everything is laid out below it and nothing is started: for packages, and to look at.
DESTDIR=${DESTDIR:-}
LIBRARY=/usr/local/lib/balcao
COMMAND=/usr/local/bin/balcao
DATA=/var/lib/balcao
SETTINGS=/etc/balcao.env
UNIT=/etc/systemd/system/balcao.service
WANTED=/etc/systemd/system/multi-user.target.wants/balcao.service

is_systemd_running() { [ -z "$DESTDIR" ] && [ -d /run/systemd/system ]; }

# put <mode> <path>: writes stdin to the path, whole or not at all. Tells by its result whether anything changed.
put() {
    mkdir -p "$(dirname "$DESTDIR$2")"
    cat >"$DESTDIR$2.new"
    chmod "$1" "$DESTDIR$2.new"
    if cmp -s "$DESTDIR$2.new" "$DESTDIR$2"; then
        chmod "$1" "$DESTDIR$2"
        rm "$DESTDIR$2.new"
        return 1
    fi
    mv "$DESTDIR$2.new" "$DESTDIR$2"
}

make_user() {
    [ -z "$DESTDIR" ] || return 0
    id balcao >/dev/null 2>&1 ||
        useradd --system --user-group --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin balcao
}

make_data_folder() {
    mkdir -p "$DESTDIR$DATA"
    chmod 700 "$DESTDIR$DATA"
    [ -n "$DESTDIR" ] || chown balcao:balcao "$DATA"
}

settings() {
    cat <<'END'
# Settings of Balcão; `systemctl restart balcao` after a change. All of them: balcao serve --help
BALCAO_DATA=/var/lib/balcao
BALCAO_PORT=8080
# The address people type, once a proxy with TLS stands in front. Then listen on this machine alone, and trust the proxy:
#BALCAO_PUBLIC_URL=https://atende.example.com
#BALCAO_HOST=127.0.0.1
#BALCAO_TRUST_PROXY=true
END
}

unit() {
    cat <<END
[Unit]
Description=Balcao, customer service over WhatsApp
After=network-online.target
Wants=network-online.target

[Service]
User=balcao
Group=balcao
Environment=BALCAO_DATA=$DATA
EnvironmentFile=-$SETTINGS
# These would turn the executable into a Bun interpreter.
UnsetEnvironment=BUN_BE_BUN BUN_OPTIONS
ExecStart=$LIBRARY/balcao serve
Restart=always
RestartSec=2
TimeoutStopSec=15
LimitNOFILE=65536
UMask=0077

NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ReadWritePaths=$DATA
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
END
}

# What root types works as the service's user and with its settings: a file made by root would be closed to the service.
command_wrapper() {
    cat <<END
#!/bin/sh
# balcao as the service runs it: its user, its settings.
unset BUN_BE_BUN BUN_OPTIONS
[ -r $SETTINGS ] || { echo "balcao: $SETTINGS cannot be read; run this as root" >&2; exit 1; }
while IFS= read -r line || [ -n "\$line" ]; do
    case \$line in
    BALCAO_*=*)
        value=\${line#*=}
        case \$value in \"*\") value=\${value#\"} value=\${value%\"} ;; esac
        export "\${line%%=*}=\$value"
        ;;
    esac
done <$SETTINGS
export BALCAO_DATA="\${BALCAO_DATA:-$DATA}"
if [ "\$(id -u)" = 0 ]; then exec runuser -u balcao -- $LIBRARY/balcao "\$@"; fi
exec $LIBRARY/balcao "\$@"
END
}

# Before another version touches the data, and with the version that wrote them.
back_up_before_upgrade() {
    [ -z "$DESTDIR" ] && [ -x "$COMMAND" ] && [ -x "$LIBRARY/balcao" ] && [ -f "$DATA/control.db" ] || return 0
    say "Backing up before the upgrade …"
    code=0
    "$COMMAND" backup create </dev/null >&2 || code=$?
    case $code in
    0) ;;
    4) say "A company is damaged and not in this backup (see: balcao doctor). The upgrade goes on." ;;
    *) die "no backup could be made (exit code $code): nothing was changed" ;;
    esac
}

install_service() {
    umask 022 # the service must be able to run what root lays down
    [ -n "$DESTDIR" ] || is_root || die "installing the service needs root (to try Balcão without: ./install.sh demo)"
    if ! [ -f "$EXECUTABLE" ] || is_stale; then build; fi
    changed=
    make_user
    make_data_folder
    if ! cmp -s "$EXECUTABLE" "$DESTDIR$LIBRARY/balcao"; then back_up_before_upgrade; fi
    if put 755 "$LIBRARY/balcao" <"$EXECUTABLE"; then changed=1; fi
    if command_wrapper | put 755 "$COMMAND"; then changed=1; fi
    if ! [ -f "$DESTDIR$SETTINGS" ]; then settings | put 640 "$SETTINGS"; fi
    [ -n "$DESTDIR" ] || chown root:balcao "$SETTINGS"
    if unit | put 644 "$UNIT"; then changed=1; fi
    mkdir -p "$(dirname "$DESTDIR$WANTED")"
    ln -sf ../balcao.service "$DESTDIR$WANTED"
    start_service
}

start_service() {
    if ! is_systemd_running; then
        say "Installed. systemd does not run here, so nothing was started; it starts with the machine, or now: balcao serve"
        return
    fi
    systemctl daemon-reload
    if [ -n "$changed" ] || ! systemctl is-active --quiet balcao; then systemctl restart balcao; fi
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 1
        if systemctl is-active --quiet balcao && journalctl -u balcao -o cat --since -20s --no-pager | grep -q '^Balcão serves'; then break; fi
    done
    systemctl is-active --quiet balcao || die "the service does not start; what it says: journalctl -u balcao -n 50"
    say "Balcão runs. Logs: journalctl -u balcao. Health: balcao doctor. Settings: $SETTINGS"
    # The first start tells the first password, once.
    journalctl -u balcao -o cat --since -20s --no-pager | grep -E '^(Balcão serves|First start|Password, told)' >&2 || true
}

uninstall_service() {
    [ -n "$DESTDIR" ] || is_root || die "removing the service needs root"
    if is_systemd_running; then systemctl disable --now balcao >/dev/null 2>&1 || true; fi
    rm -f "$DESTDIR$UNIT" "$DESTDIR$WANTED" "$DESTDIR$COMMAND"
    rm -rf "$DESTDIR$LIBRARY"
    if is_systemd_running; then systemctl daemon-reload; fi
    say "Balcão is removed. Kept: the data in $DATA, the settings in $SETTINGS, the user balcao."
}

case ${1:-service} in
demo)
    build
    shift
    exec "$EXECUTABLE" demo "$@"
    ;;
test) run_tests ;;
build) build ;;
service) install_service ;;
uninstall) uninstall_service ;;
*)
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
