#!/bin/sh
# Balcão on a machine that has nothing but a shell.
#
#   ./install.sh demo        try it: a sample company and a simulated WhatsApp, in ./balcao-demo
#   ./install.sh             install or upgrade as a systemd service (root); with TLS: --domain atende.example.com
#   ./install.sh uninstall   remove the service; the data stay
#   ./install.sh build       build dist/balcao, the executable
#   ./install.sh test        everything CI runs; with --long what takes too long for that
#
# Every command can be repeated and keeps what exists already. Nothing is read from stdin.
set -eu

cd "$(dirname "$0")"
BUN_VERSION=1.4.5
TOOLS=$PWD/.tools
EXECUTABLE=$PWD/dist/balcao

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

# --- build and test dependencies ----------------------------------------------------------------

is_our_bun() { [ "$("$1" --version 2>/dev/null)" = "$BUN_VERSION" ]; }

# Bun's npm package contains several binaries, and its install script may have been blocked: use one that runs here.
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
        (cd "$TOOLS" && npm install --no-audit --no-fund --no-update-notifier --loglevel=error "bun@$BUN_VERSION" </dev/null >&2) ||
            die "npm could not fetch Bun"
        bun=$(find_bun) || die "Bun $BUN_VERSION came from npm, but none of its binaries runs on this machine"
    fi
    mkdir -p "$TOOLS/bin"
    # The bun found in PATH may be a link to ours: linking back would create a loop.
    [ "$bun" -ef "$TOOLS/bin/bun" ] || ln -sf "$bun" "$TOOLS/bin/bun"
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
    # Scripts in package.json call bun, which may not be in the PATH of a new shell.
    mkdir -p node_modules/.bin
    ln -sf "$TOOLS/bin/bun" node_modules/.bin/bun
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

# The journeys need a quarter less time with the headless shell, also where a full browser is installed; older Debian
# releases do not have it.
need_browser() {
    if [ ! -x /usr/bin/chromium-headless-shell ]; then
        if [ ! -x /usr/bin/chromium ]; then
            (apt_install chromium-headless-shell) || need_full_browser
        elif is_root && command -v apt-get >/dev/null 2>&1; then
            (apt_install chromium-headless-shell) || say "Testing with the full browser, which takes longer"
        fi
    fi
    # Without this font, emoji are empty boxes in screenshots.
    if command -v dpkg-query >/dev/null 2>&1 && ! dpkg-query -W fonts-noto-color-emoji >/dev/null 2>&1; then
        apt_install fonts-noto-color-emoji
    fi
}

# Browser extensions need the full browser.
need_full_browser() {
    [ -x /usr/bin/chromium ] || apt_install chromium
}

# A fleet's tests run NATS servers: a newer one than Debian's stable releases have, and an old one that must be refused.
need_nats() {
    for release in testing bookworm; do
        [ ! -x "$TOOLS/nats/$release/nats-server" ] || continue
        say "Unpacking nats-server from Debian $release …"
        tests/support/nats-server.sh "$release" "$TOOLS/nats/$release" || die "nats-server could not be unpacked"
    done
}

run_tests() {
    need_browser
    need_nats
    if [ "${1:-}" = --long ]; then
        need_full_browser
        command -v faketime >/dev/null 2>&1 || apt_install faketime
    fi
    need_dependencies
    exec bun run suite "$@" </dev/null
}

# --- the service ---------------------------------------------------------------------------------

# With DESTDIR everything is installed below it and nothing is started: for packages and for inspection.
DESTDIR=${DESTDIR:-}
LIBRARY=/usr/local/lib/balcao
COMMAND=/usr/local/bin/balcao
SETTINGS=/etc/balcao.env
DEFAULT_DATA=/var/lib/balcao
# Where commands unpack embedded libraries: hardened machines mount /tmp noexec.
UNPACKED=/var/cache/balcao
# Suffix of backups made before upgrades, and how many are kept.
UPGRADE=-before-upgrade
UPGRADES_KEPT=5
UNIT=/etc/systemd/system/balcao.service
WANTED=/etc/systemd/system/multi-user.target.wants/balcao.service

is_systemd_running() { [ -z "$DESTDIR" ] && [ -d /run/systemd/system ]; }

as_service() {
    if [ -n "$DESTDIR" ]; then "$@"; else TMPDIR=$UNPACKED BALCAO_DATA=$DATA runuser -u balcao -- "$@"; fi
}
# This very executable, not a newer program that an update brought into the data and that it would hand over to.
itself() { as_service env BALCAO_PROGRAM=own "$@"; }
runs() { itself "$1" version </dev/null >/dev/null 2>&1; }

# put <mode> <path>: writes stdin to the path atomically. Succeeds if the content changed.
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
    id balcao >/dev/null 2>&1 && return
    getent group balcao >/dev/null || groupadd --system balcao
    useradd --system --gid balcao --home-dir "$DEFAULT_DATA" --no-create-home --shell /usr/sbin/nologin balcao
}

# setting <name> <default>: prints a value from the operator's settings.
setting() {
    value=
    if [ -f "$DESTDIR$SETTINGS" ]; then
        value=$(sed -n "s/^[[:blank:]]*$1=[\"']\{0,1\}\([^\"']*[^\"'[:blank:]]\).*/\1/p" "$DESTDIR$SETTINGS" | tail -n 1)
    fi
    printf '%s\n' "${value:-$2}"
}

# Sets DATA from the operator's settings: the service may write to this folder only.
find_data() {
    DATA=$(setting BALCAO_DATA "$DEFAULT_DATA")
    case $DATA in
    *[!A-Za-z0-9/._-]* | */../* | */..) die "BALCAO_DATA in $SETTINGS: only letters, digits and / . _ - may stand in the path of the service's data" ;;
    /home/* | /root/* | /run/* | /tmp/* | /var/tmp/*) die "BALCAO_DATA in $SETTINGS: a service sees nothing of its own in $DATA; choose another folder" ;;
    /*) ;;
    *) die "BALCAO_DATA in $SETTINGS must be a whole path, such as $DEFAULT_DATA" ;;
    esac
}

# Accepts only an installation or an empty folder: the path may be mistyped, and everything below it gets a new owner.
make_data_folder() {
    folder=$DESTDIR$DATA
    mkdir -p "$folder"
    [ -f "$folder/control.db" ] || [ -f "$folder/lock.db" ] ||
        [ -z "$(find "$folder/" -mindepth 1 -maxdepth 1 ! -name lost+found -print -quit)" ] ||
        die "$DATA holds something else than Balcão's data: give it a folder of its own (BALCAO_DATA in $SETTINGS)"
    chmod 700 "$folder"
    [ -z "$DESTDIR" ] || return 0
    # The slash makes find follow a link: the data may be on another disk.
    if [ -n "$(find "$DATA/" '(' ! -user balcao -o ! -group balcao ')' -print -quit)" ]; then
        chown -R balcao:balcao "$DATA/"
        changed=1
    fi
}

# Emptied each time: a file truncated by a power cut would look complete.
make_unpacked_folder() {
    [ -z "$DESTDIR" ] || return 0
    rm -rf "$UNPACKED"
    mkdir -p "$UNPACKED"
    chmod 700 "$UNPACKED"
    chown balcao:balcao "$UNPACKED"
}

settings() {
    cat <<'END'
# Settings of Balcão; run `systemctl restart balcao` after a change. All settings: balcao serve --help
# To move the data: stop the service, move the folder, set its path here, and run ./install.sh.
BALCAO_DATA=/var/lib/balcao
BALCAO_PORT=8080
# The domain (or the bare public address) to get a certificate for: people then come by https, and ports 80 and 443 are used.
#BALCAO_DOMAIN=atende.example.com
#BALCAO_ACME_EMAIL=voce@example.com
# Or the public URL when a TLS proxy is in front. Then listen on this machine only, and trust the proxy:
#BALCAO_PUBLIC_URL=https://atende.example.com
#BALCAO_HOST=127.0.0.1
#BALCAO_TRUST_PROXY=true
END
}

# Writes the domain into the operator's settings, instead of an earlier one. A proxy's public URL would contradict it. From
# then on the plain port is for this machine alone.
set_domain() {
    case $domain in *[!A-Za-z0-9.:-]*) die "--domain takes a domain such as atende.example.com, or a public IP address" ;; esac
    [ -z "$(setting BALCAO_PUBLIC_URL '')" ] ||
        die "$SETTINGS sets BALCAO_PUBLIC_URL, which is for a proxy that brings TLS: remove it, or leave --domain out"
    [ "$(setting BALCAO_DOMAIN '')" != "$domain" ] || return 0
    {
        sed -e '/^[[:blank:]]*BALCAO_DOMAIN=/d' "$DESTDIR$SETTINGS"
        echo "BALCAO_DOMAIN=$domain"
        if [ -z "$(setting BALCAO_HOST '')" ]; then echo BALCAO_HOST=127.0.0.1; fi
    } | put 640 "$SETTINGS" || true
    changed=1
}

unit() {
    cat <<END
[Unit]
Description=Balcao, customer service over WhatsApp
After=network-online.target
Wants=network-online.target
RequiresMountsFor=$DATA
# Restart without limit.
StartLimitIntervalSec=0

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
# Exit code of wrong settings, which a restart cannot fix.
RestartPreventExitStatus=2
TimeoutStopSec=15
# The event loop pings systemd three times a minute. A blocked server is killed without a core dump, which would contain
# customers' messages.
WatchdogSec=60
WatchdogSignal=SIGKILL
NotifyAccess=main
LimitNOFILE=65536
UMask=0077

NoNewPrivileges=yes
# Ports 80 and 443 without root, and nothing else.
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
AmbientCapabilities=CAP_NET_BIND_SERVICE
ProtectSystem=strict
ReadWritePaths=$DATA
ProtectHome=yes
PrivateTmp=yes
# An embedded library is unpacked and loaded there, even if the machine mounts /tmp noexec.
ExecPaths=/tmp
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

# Runs commands of root as the service's user with its settings: the service could not read files created by root.
command_wrapper() {
    cat <<END
#!/bin/sh
# Runs balcao with the service's user and settings.
unset BUN_BE_BUN BUN_OPTIONS
if [ -e $SETTINGS ]; then
    [ -r $SETTINGS ] || { echo "balcao: $SETTINGS cannot be read; run this as root" >&2; exit 1; }
    while read -r line || [ -n "\$line" ]; do
        case \$line in
        BALCAO_*=*)
            value=\${line#*=}
            case \$value in
            \"*\") value=\${value#\"} value=\${value%\"} ;;
            \'*\') value=\${value#\'} value=\${value%\'} ;;
            esac
            export "\${line%%=*}=\$value"
            ;;
        esac
    done <$SETTINGS
fi
export BALCAO_DATA="\${BALCAO_DATA:-$DATA}" TMPDIR=$UNPACKED
if [ "\$(id -u)" = 0 ]; then exec runuser -u balcao -- $LIBRARY/balcao "\$@"; fi
exec $LIBRARY/balcao "\$@"
END
}

keep_executable() {
    rm -f "$DESTDIR$LIBRARY/balcao.new"
    die "$*: the service keeps the executable it has"
}

# Removes only backups made before upgrades, never the operator's own.
forget_old_upgrades() {
    find "$DATA/backups/" -mindepth 1 -maxdepth 1 -name "[!.]*$UPGRADE" | sort -r | tail -n +$((UPGRADES_KEPT + 1)) |
        while read -r old; do as_service rm -rf "$old" </dev/null || say "$old could not be removed"; done
}

# Backs up before the new version touches the data, with the version that wrote them if it still runs: the installed
# executable hands over to it.
back_up_before_upgrade() {
    backup=
    [ -z "$DESTDIR" ] && [ -f "$DATA/control.db" ] || return 0
    say "Backing up before the upgrade …"
    writer=$LIBRARY/balcao
    runs "$writer" || writer=$LIBRARY/balcao.new
    code=0
    backup=$DATA/backups/$(date -u +%Y-%m-%dT%H%M%SZ)$UPGRADE
    as_service "$writer" backup create --to "$backup" </dev/null >&2 || code=$?
    case $code in
    0) forget_old_upgrades ;;
    4) say "A company is damaged and not in this backup (see: balcao doctor). The upgrade goes on." ;;
    *) keep_executable "no backup could be made (exit code $code)" ;;
    esac
}

# knows_the_data <as_service or itself> <executable>: fails for data of a newer version ("company 3 tenant.db  step 11 of 8"): the
# service would seem to work with every company out of service.
knows_the_data() {
    [ -z "$DESTDIR" ] && [ -f "$DATA/control.db" ] || return 0
    "$1" "$2" migrate status </dev/null 2>/dev/null | awk '
        { for (n = 1; n < NF - 2; n++) if ($n == "step" && $(n + 1) + 0 > $(n + 3) + 0) newer = 1 }
        END { exit newer }'
}

# Tests the new executable before replacing the working one, which is kept until the new one has served.
put_executable() {
    place=$DESTDIR$LIBRARY/balcao
    if cmp -s "$EXECUTABLE" "$place"; then
        chmod 755 "$place"
        return
    fi
    mkdir -p "$DESTDIR$LIBRARY"
    cp "$EXECUTABLE" "$place.new" || keep_executable "dist/balcao could not be copied"
    chmod 755 "$place.new"
    runs "$place.new" || keep_executable "dist/balcao does not run here (half-copied, or for another machine)"
    knows_the_data itself "$place.new" ||
        keep_executable "dist/balcao is older than the data and cannot read them (a backup made before the upgrade goes into a folder of its own: balcao backup restore)"
    back_up_before_upgrade
    if is_systemd_running && [ ! -e "$place.former" ] && runs "$place"; then ln "$place" "$place.former"; fi
    mv "$place.new" "$place"
    changed=1
}

install_service() {
    umask 022 # the service must be able to run files installed by root
    [ -n "$DESTDIR" ] || is_root || die "installing the service needs root (to try Balcão without: ./install.sh demo)"
    if ! [ -f "$EXECUTABLE" ] || is_stale; then build; fi
    changed=
    find_data
    make_user
    make_data_folder
    make_unpacked_folder
    put_executable
    if command_wrapper | put 755 "$COMMAND"; then changed=1; fi
    if ! [ -f "$DESTDIR$SETTINGS" ]; then settings | put 640 "$SETTINGS"; fi
    if [ -n "$domain" ]; then set_domain; fi
    chmod 640 "$DESTDIR$SETTINGS"
    [ -n "$DESTDIR" ] || chown root:balcao "$SETTINGS"
    if unit | put 644 "$UNIT"; then changed=1; fi
    mkdir -p "$(dirname "$DESTDIR$WANTED")"
    ln -sf ../balcao.service "$DESTDIR$WANTED"
    start_service
}

property() { systemctl show -p "$1" --value balcao; }

# Log of the running process since its start; empty if none runs.
words_of_this_start() {
    invocation=$(property InvocationID)
    [ -z "$invocation" ] || journalctl "_SYSTEMD_INVOCATION_ID=$invocation" -o cat --no-pager
}

# Checks for the installed executable, or the program that it hands over to: after an interrupted upgrade the former one may
# still run.
is_ours() {
    [ "$1" -ef "$LIBRARY/balcao" ] || {
        version=$(as_service "$LIBRARY/balcao" version </dev/null 2>/dev/null) && [ "$1" -ef "$DATA/programs/$version/balcao" ]
    }
}

serves() {
    systemctl is-active --quiet balcao && is_ours "/proc/$(property MainPID)/exe" &&
        { words_of_this_start | grep -q '^Balcão serves' || answers; }
}

# For machines without a complete journal. If another program has the port and answers, ours exits within moments, hence
# the second check.
answers() {
    process=$(property MainPID)
    host=$(setting BALCAO_HOST 127.0.0.1)
    case $host in
    0.0.0.0) host=127.0.0.1 ;;
    ::) host='[::1]' ;;
    *:*) host="[$host]" ;;
    esac
    # The executable is also a Bun interpreter, so no other HTTP client is needed.
    as_service env -u http_proxy -u HTTP_PROXY BUN_BE_BUN=1 HEALTH="http://$host:$(setting BALCAO_PORT 8080)/health" \
        "$LIBRARY/balcao" -e 'process.exit((await fetch(process.env.HEALTH, { signal: AbortSignal.timeout(2000) })).ok ? 0 : 1)' </dev/null >/dev/null 2>&1 &&
        sleep 2 && [ "$(property MainPID)" = "$process" ]
}

# Stops at the first failure: a failing service is restarted repeatedly and looks active in between.
wait_until_it_serves() {
    for _ in $(seq 60); do
        if serves; then return; fi
        if systemctl is-failed --quiet balcao || [ "$(property NRestarts)" != 0 ]; then return 1; fi
        sleep 1
    done
    return 1
}

# Stops and resets the failure count, which would otherwise include the former version's failures.
restart_service() {
    systemctl stop balcao || true
    systemctl reset-failed balcao 2>/dev/null || true
    systemctl start balcao || true
}

did_not_start() {
    more="its last words are above, more: journalctl -u balcao"
    last_words=$(journalctl -u balcao --since "@$began" -n 20 -o cat -q --no-pager || true)
    if [ -n "$last_words" ]; then
        say "$last_words"
    else
        more="and no journal is kept here. To hear why: systemctl stop balcao; balcao serve"
    fi
    if [ -e "$LIBRARY/balcao.former" ]; then go_back; fi
    die "the service does not start; $more"
}

# The former version may not support the watchdog and would be killed.
forget_watchdog() {
    [ -e "$UNIT" ] || return 0
    sed -i '/^WatchdogSec=/d' "$UNIT"
    systemctl daemon-reload || true
}

# Goes back automatically only if no data are lost: messages received after the backup exist only in the present data.
go_back() {
    systemctl stop balcao || true
    forget_watchdog
    if ! knows_the_data as_service "$LIBRARY/balcao.former"; then
        systemctl start balcao || true
        from=$(printf '%s' "${backup:-$DATA/backups/<the newest$UPGRADE>}" | sed "s|^$DATA/|$DATA.failed/|")
        say "The version before is kept, but cannot read the data any more: the new one has changed them."
        say "To go back all the same, without what came in since the backup:"
        say "    systemctl stop balcao && mv $LIBRARY/balcao.former $LIBRARY/balcao"
        say "    mv $DATA $DATA.failed && install -d -m 700 -o balcao -g balcao $DATA"
        say "    balcao backup restore $from && cp -p $DATA.failed/secret.key $DATA/"
        say "    systemctl start balcao && balcao activate"
        die "the service does not start; $more"
    fi
    say "Going back to the version before …"
    mv "$LIBRARY/balcao.former" "$LIBRARY/balcao"
    restart_service
    wait_until_it_serves || die "neither the new version starts nor the one before, which is back in its place; $more"
    die "the new version does not start; $more. The version before serves again, with the same data"
}

start_service() {
    if ! is_systemd_running; then
        say "Installed. systemd does not run here, so nothing was started; it starts with the machine, or now: balcao serve"
        return
    fi
    systemctl daemon-reload
    if [ -n "$changed" ] || ! serves; then
        began=$(date +%s)
        restart_service
        wait_until_it_serves || did_not_start
        # The first start prints the initial password once.
        words_of_this_start | grep -E '^(Balcão serves|First start|Password, shown)' >&2 ||
            say "No journal is kept here. Was this the first start, then give its administrator a password: balcao user set-password $(setting BALCAO_ADMIN_EMAIL admin@balcao.local)"
    fi
    rm -f "$LIBRARY/balcao.former"
    if ! [ "/proc/$(property MainPID)/exe" -ef "$LIBRARY/balcao" ]; then
        say "Version $(as_service "$LIBRARY/balcao" version </dev/null) serves, which an update brought into $DATA/programs."
    fi
    say "Balcão runs. Logs: journalctl -u balcao. Health: balcao doctor. Settings: $SETTINGS"
}

uninstall_service() {
    [ -n "$DESTDIR" ] || is_root || die "removing the service needs root"
    if is_systemd_running; then systemctl disable --now balcao >/dev/null 2>&1 || true; fi
    rm -f "$DESTDIR$UNIT" "$DESTDIR$WANTED" "$DESTDIR$COMMAND"
    rm -rf "$DESTDIR$LIBRARY" "$DESTDIR$UNPACKED"
    if is_systemd_running; then systemctl daemon-reload; fi
    say "Balcão is removed. Kept: the data with the programs that updates brought (in $DEFAULT_DATA, unless $SETTINGS says otherwise), the settings in $SETTINGS, the user balcao."
}

# `--domain <name>` may follow, or stand alone for `service`.
domain=
case ${1:-} in
--domain) set -- service "$@" ;;
--domain=*) set -- service "$@" ;;
esac
if [ "${1:-}" = service ]; then
    case ${2:-} in
    --domain=*) domain=${2#--domain=} ;;
    --domain) domain=${3:-} ;;
    esac
    case ${2:-} in --domain*) [ -n "$domain" ] || die "--domain needs a name, such as atende.example.com" ;; esac
fi

case ${1:-service} in
demo)
    build
    shift
    exec "$EXECUTABLE" demo "$@"
    ;;
test)
    shift
    run_tests "$@"
    ;;
build) build ;;
service) install_service ;;
uninstall) uninstall_service ;;
*)
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
