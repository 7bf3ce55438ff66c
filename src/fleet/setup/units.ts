/** What systemd runs on the machines of a fleet, and the scripts that install it. */
import { addressOf, type FleetPlan, type MachinePlan, type NodePlan, urlsOf } from './plan'
import { NATS_ADDRESS, NATS_ARCHIVE } from './release'

export const NATS_CONFIGURATION = '/etc/balcao-nats'
export const NATS_STORE = '/var/lib/balcao-nats'
const LIBRARY = '/usr/local/lib/balcao'
const UNITS = '/etc/systemd/system'

/** Requests that a node forwards at a time; the runtime reads it before anything else runs. */
const FORWARDED_REQUESTS = 4096
/** Exit code of a node that has left the fleet, as in `cli/exit.ts`. */
export const LEFT = 5

/** The node in the data folder that a machine usually has; further ones get their own. */
const isFirst = ({ nodes }: MachinePlan, node: NodePlan) => nodes[0]?.name === node.name
export const dataFolderFor = (machine: MachinePlan, node: NodePlan): string =>
  node.data ?? (isFirst(machine, node) ? '/var/lib/balcao' : `/var/lib/balcao-${node.name}`)
export const serviceOf = (machine: MachinePlan, node: NodePlan): string =>
  isFirst(machine, node) ? 'balcao' : `balcao-${node.name}`

export type NodeFiles = { readonly ca: string; readonly cert: string; readonly key: string }

/** Read by the service, and by every command on the data folder. */
export const environmentOf = (plan: Pick<FleetPlan, 'servers'>, node: NodePlan, files: NodeFiles): string =>
  `# Node ${node.name} of the fleet. Every balcao command on this folder reads it; without it they would damage the data.
BALCAO_FLEET=${urlsOf(plan)}
BALCAO_FLEET_NODE=${node.name}
BALCAO_FLEET_ADDRESS=${addressOf(node)}
BALCAO_FLEET_CA=${files.ca}
BALCAO_FLEET_CERT=${files.cert}
BALCAO_FLEET_KEY=${files.key}
`

export const natsUnit = (): string => `[Unit]
Description=NATS server of the Balcao fleet
After=network-online.target
Wants=network-online.target
StartLimitIntervalSec=0

[Service]
User=balcao-nats
Group=balcao-nats
ExecStart=${LIBRARY}/nats-server -c ${NATS_CONFIGURATION}/nats.conf
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=2
LimitNOFILE=65536
UMask=0077
StateDirectory=balcao-nats
StateDirectoryMode=0700

NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
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
`

/** As install.sh makes it, for a machine on which that did not run. */
export function nodeUnit(machine: MachinePlan, node: NodePlan): string {
  const data = dataFolderFor(machine, node)
  const settings = isFirst(machine, node) ? '/etc/balcao.env' : `/etc/balcao-${node.name}.env`
  return `[Unit]
Description=Balcao, customer service over WhatsApp
After=network-online.target
Wants=network-online.target
RequiresMountsFor=${data}
StartLimitIntervalSec=0

[Service]
User=balcao
Group=balcao
Environment=BALCAO_DATA=${data}
EnvironmentFile=-${settings}
UnsetEnvironment=BUN_BE_BUN BUN_OPTIONS
ExecStart=${LIBRARY}/balcao serve
Restart=always
RestartSec=2
RestartPreventExitStatus=2
TimeoutStopSec=15
WatchdogSec=60
WatchdogSignal=SIGKILL
NotifyAccess=main
LimitNOFILE=65536
UMask=0077

NoNewPrivileges=yes
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
AmbientCapabilities=CAP_NET_BIND_SERVICE
ProtectSystem=strict
ReadWritePaths=${data}
ProtectHome=yes
PrivateTmp=yes
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
`
}

/** What a node needs besides; it stays when install.sh writes the unit again. */
export function nodeDropIn(machine: MachinePlan, node: NodePlan): string {
  const port = isFirst(machine, node) ? '' : `Environment=BALCAO_PORT=${portFor(machine, node)}\n`
  return `# Node ${node.name} of the fleet, made by balcao fleet init.
[Unit]
After=balcao-nats.service

[Service]
${port}EnvironmentFile=${dataFolderFor(machine, node)}/fleet.env
Environment=BUN_CONFIG_MAX_HTTP_REQUESTS=${FORWARDED_REQUESTS}
# A node that has left the fleet.
RestartPreventExitStatus=${LEFT}
`
}

/** Where people reach it: the usual port, and the next ones for further nodes of the machine. */
export const portFor = ({ nodes }: MachinePlan, { name }: NodePlan): number =>
  8080 +
  Math.max(
    0,
    nodes.findIndex((node) => node.name === name),
  )

/** Fetches and starts the machine's server. */
export const serverScript = ({ host, server }: MachinePlan): string => `#!/bin/sh
# Server ${server?.name} on ${host}: run as root. It can be repeated, and fetches nothing that lies here already.
set -eu; cd "$(dirname "$0")"
case $(uname -m) in x86_64) arch=amd64 ;; aarch64) arch=arm64 ;; *) echo "No nats-server for $(uname -m) is known here." >&2; exit 1 ;; esac
file=${NATS_ARCHIVE}.tar.gz; from=${NATS_ADDRESS}
[ -f "$file" ] || curl -fLO "$from/$file" || wget "$from/$file"
grep " $file$" SHA256SUMS | sha256sum -c - || { rm -f "$file"; exit 1; }
tar -xzf "$file" --strip-components=1 "\${file%.tar.gz}/nats-server"; install -D -m 755 nats-server ${LIBRARY}/nats-server
id balcao-nats >/dev/null 2>&1 || useradd --system --user-group --no-create-home --shell /usr/sbin/nologin balcao-nats
install -d -m 750 -g balcao-nats ${NATS_CONFIGURATION}; install -m 640 -g balcao-nats nats/* ${NATS_CONFIGURATION}/; install -m 644 balcao-nats.service ${UNITS}/
systemctl daemon-reload; systemctl enable balcao-nats; systemctl restart balcao-nats
`

/** Installs a node, also on a machine that has nothing yet, joins, and starts it. */
export function nodeScript(machine: MachinePlan, node: NodePlan): string {
  const [data, service] = [dataFolderFor(machine, node), serviceOf(machine, node)]
  return `#!/bin/sh
# Node ${node.name} on ${machine.host}: run as root, with the program "balcao" beside this machine's folder. It can be repeated.
set -eu; cd "$(dirname "$0")"
id balcao >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/balcao --no-create-home --shell /usr/sbin/nologin balcao
if [ -f ../balcao ]; then install -D -m 755 ../balcao ${LIBRARY}/balcao; fi; systemctl stop ${service} 2>/dev/null || true
install -d -m 700 -o balcao -g balcao ${data} /var/cache/balcao; ${LIBRARY}/balcao fleet join ${node.name} --data ${data}
[ -e /usr/local/bin/balcao ] || install -m 755 balcao.sh /usr/local/bin/balcao
[ -e ${UNITS}/${service}.service ] || install -m 644 ${service}.service ${UNITS}/
install -D -m 644 ${service}.conf ${UNITS}/${service}.service.d/fleet.conf
systemctl daemon-reload; systemctl enable ${service}; systemctl start ${service}
`
}

/** The command of a machine on which install.sh did not run: with the service's user, as files of root would lock it out. */
export const commandScript = (): string => `#!/bin/sh
unset BUN_BE_BUN BUN_OPTIONS
export BALCAO_DATA="\${BALCAO_DATA:-/var/lib/balcao}" TMPDIR=/var/cache/balcao
if [ "$(id -u)" = 0 ]; then exec runuser -u balcao -- ${LIBRARY}/balcao "$@"; fi
exec ${LIBRARY}/balcao "$@"
`

export function readme(plan: FleetPlan, machine: MachinePlan): string {
  const { host, folder, server, nodes } = machine
  const steps = [
    ...(server ? [`sh ${folder}/server.sh    fetches, verifies and starts the NATS server ${server.name}`] : []),
    ...nodes.map(({ name }) => `sh ${folder}/${name}.sh    joins node ${name} and starts it, once the streams exist`),
  ]
  return `This folder is machine ${host} of a Balcão fleet. It holds keys: copy it only there, and delete it afterwards.
    scp -r ${folder} /usr/local/lib/balcao/balcao root@${host}:
Then, on that machine as root:
${steps.map((step) => `    ${step}`).join('\n')}
The streams are created by "balcao fleet init --create", once the servers of ${plan.servers.map(({ name }) => name).join(', ')} run.
`
}
