/** What is wrong with a fleet, and what to do about it. */
import { readFileSync } from 'node:fs'
import { DAY, SECOND } from '../../platform/time'
import { nodeNamedIn } from '../forwarding/identity'
import { openFleetServers, surveyServers } from '../jetstream/open'
import type { FleetSurvey } from '../jetstream/survey'
import type { FleetStatus } from '../placement/status'
import { FleetRefused } from '../refused'
import type { FleetSettings } from '../settings'
import { authorityEnd, certificateFaults, RENEW_WITHIN, readCertificate } from './authority'
import { findObstacle } from './reach'

/** As those of `balcao doctor`. */
export type Finding = {
  readonly about: string
  readonly level: 'ok' | 'note' | 'problem'
  readonly words: string
  readonly remedy?: string
}
const ok = (about: string, words: string): Finding => ({ about, level: 'ok', words })
const note = (about: string, words: string, remedy?: string): Finding => ({
  about,
  level: 'note',
  words,
  ...(remedy !== undefined && { remedy }),
})
const problem = (about: string, words: string, remedy: string): Finding => ({ about, level: 'problem', words, remedy })

export type FleetExamination = {
  readonly settings: FleetSettings
  readonly installation: string
  /** From the node that runs here; null if none does. */
  readonly status: FleetStatus | null
  readonly now: () => number
}

const FULL = 0.8
const DISK_FULL = 0.95
/** A node that takes so many times its share, and so much beyond it, in companies of usual size. */
const [UNEVEN, UNEVEN_BY] = [1.5, 5]
const CLOCK_MS = 2 * SECOND
/** Records that a standby may be behind. */
const LAG = 1000
const GIGABYTE = 1024 ** 3

export async function examineFleet(examination: FleetExamination): Promise<Finding[]> {
  const { status } = examination
  const certificates = examineCertificates(examination)
  const isKnown = certificates.every(({ level }) => level === 'ok')
  return [
    ...certificates,
    ...(await examineServers(examination)),
    ...(status ? examineStatus(status) : [SILENT]),
    ...(status && isKnown ? await examineAddresses(examination, status) : []),
  ]
}

const SILENT = problem(
  'node',
  'no node runs on this data folder',
  'Start it; the log of its service says why it does not. The companies that it owned are on others meanwhile: balcao fleet status',
)

function examineCertificates({ settings: { cert, key, ca, node }, now }: FleetExamination): Finding[] {
  if (!cert || !key || !ca)
    return [
      problem('certificate', 'this node has none', 'Run balcao fleet init, and let the node join with what it makes.'),
    ]
  const RENEW =
    'Where balcao fleet init ran, run it again; then copy this node’s folder here, and run balcao fleet join.'
  let texts: { cert: string; key: string; ca: string }
  try {
    texts = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8'), ca: readFileSync(ca, 'utf8') }
  } catch (error) {
    return [problem('certificate', error instanceof Error ? error.message : String(error), RENEW)]
  }
  const faults = certificateFaults(texts, now())
  const own = readCertificate(texts.cert)
  const named = own && nodeNamedIn(own)
  if (own && named !== node) faults.push(`is ${named ? `of node ${named}` : 'of no node'}, and this is ${node}`)
  if (faults.length > 0) return faults.map((fault) => problem('certificate', fault, RENEW))
  const ends = { certificate: Date.parse(own?.validTo ?? ''), authority: authorityEnd(texts) ?? 0 }
  return Object.entries(ends).map(([about, end]) => {
    const left = end - now()
    const words = `valid for ${Math.floor(left / DAY)} days`
    return left > RENEW_WITHIN ? ok(about, words) : problem(about, words, RENEW)
  })
}

async function examineServers({ settings, installation, now }: FleetExamination): Promise<Finding[]> {
  const refused = await refusalOf(settings, installation, now)
  const faults = refused.map((reason) => problem('servers', reason, remedyFor(reason)))
  const found = await surveyServers(settings, now).catch((error: unknown) => {
    if (error instanceof FleetRefused) return undefined
    throw error
  })
  return found ? [...faults, ...examineSurvey(found, settings)] : faults
}

/** Why a node would not start with these servers, or what is wrong with one of them. */
async function refusalOf(settings: FleetSettings, installation: string, now: () => number): Promise<readonly string[]> {
  try {
    const servers = await openFleetServers(settings, installation, now)
    const faults = await servers.listFaults()
    await servers.close()
    return faults
  } catch (error) {
    if (error instanceof FleetRefused) return error.reasons
    throw error
  }
}

function remedyFor(reason: string): string {
  if (/does not answer/.test(reason)) return 'Look there: systemctl status balcao-nats; journalctl -u balcao-nats'
  if (/JetStream is off/.test(reason))
    return 'Make room on its disk, and restart it: df -h; journalctl -u balcao-nats; systemctl restart balcao-nats'
  if (/stream/.test(reason)) return 'balcao fleet init --create'
  if (/clock/i.test(reason)) return 'Set the clocks of the machines by NTP: timedatectl set-ntp true'
  return 'Put the configuration that balcao fleet init made for this server in place, and restart it: systemctl restart balcao-nats'
}

function examineSurvey({ servers, streams }: FleetSurvey, settings: FleetSettings): Finding[] {
  const silent = settings.servers.length - servers.length
  const findings: Finding[] = servers.map(({ name, version, keepsAll, used, room }) => {
    const share = room > 0 ? used / room : 0
    const words = `version ${version}, ${keepsAll ? 'keeps what it acknowledges' : 'acknowledges what is not on its disk'}, ${gigabytes(used)} of ${room > 0 ? gigabytes(room) : 'any number of'} GB`
    if (share > FULL)
      return problem(
        `server ${name}`,
        `${words}: nearly full`,
        'Give it more room: max_file_store in its nats.conf, on a larger disk; then restart it.',
      )
    return ok(`server ${name}`, words)
  })
  if (silent > 0 && servers.length > 0)
    findings.push(
      problem(
        'servers',
        `${silent} of ${settings.servers.length} do not answer`,
        'One more that is lost, and nobody answers anything: look there with systemctl status balcao-nats',
      ),
    )
  for (const { name, aheadMs } of servers)
    if (Math.abs(aheadMs) > CLOCK_MS)
      findings.push(
        problem(
          'clocks',
          `those of server ${name} and of this machine differ by ${Math.round(Math.abs(aheadMs) / SECOND)} s`,
          'Set the clocks of the machines by NTP: timedatectl set-ntp true',
        ),
      )
  const behind = streams.filter((stream) => stream.behind.length > 0)
  const led = streams.filter(({ leader, replicas }) => replicas === 1 || leader !== null)
  if (led.length < streams.length)
    findings.push(
      problem(
        'streams',
        `${streams.length - led.length} have no leader`,
        'Wait half a minute. If it stays so, start the servers that are down.',
      ),
    )
  if (behind.length > 0)
    findings.push(
      problem(
        'replicas',
        `${behind.length} of ${streams.length} streams are not whole on ${[...new Set(behind.flatMap((stream) => stream.behind))].toSorted().join(', ')}`,
        'Restart no other server before they are. It takes minutes after a server was replaced; if it does not end, restart that server.',
      ),
    )
  else if (streams.length > 0) findings.push(ok('replicas', `${streams.length} streams are whole on every server`))
  return findings
}

const gigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1)

function examineStatus({ nodes, companies }: FleetStatus): Finding[] {
  const running = nodes.filter(({ isRunning }) => isRunning)
  const findings: Finding[] = nodes.map((one) => {
    const words = `version ${one.version}, ${one.companies} companies, ${one.standbys} copies`
    if (one.drain) return note(`node ${one.name}`, `${words}; it gives them away (${one.drain.left} left)`)
    if (one.isRunning && one.machine && (one.isFull || one.machine.disk > DISK_FULL))
      return problem(
        `node ${one.name}`,
        `${words}; its disk is ${Math.floor(one.machine.disk * 100)} % full${one.isFull ? ', so it gets no copies and no moves' : ''}`,
        'Free some space there. When it is full, its companies neither receive nor send; others take them meanwhile: balcao fleet drain',
      )
    if (one.isRunning) return ok(`node ${one.name}`, words)
    return problem(
      `node ${one.name}`,
      'does not renew its lease',
      'Start its service, or wait: within seconds others own its companies.',
    )
  })
  const list = (of: readonly { readonly name: string | null; readonly uuid: string }[]) =>
    `${of
      .slice(0, SHOWN)
      .map(({ name, uuid }) => name ?? uuid)
      .join(', ')}${of.length > SHOWN ? ' and others' : ''}`
  const orphans = companies.filter(({ owner }) => owner === null)
  if (orphans.length > 0)
    findings.push(
      problem(
        'companies',
        `${orphans.length} have no owner: ${list(orphans)}`,
        'Wait half a minute. If it stays so, the log of the nodes says why none opens them.',
      ),
    )
  const alone = companies.filter(({ standby, move }) => standby === null && !move)
  if (alone.length > 0 && running.length > 1)
    findings.push(
      note(
        'standbys',
        `${alone.length} companies have none yet: ${list(alone)}`,
        'Copies are made one after the other; look again in some minutes.',
      ),
    )
  if (running.length === 1)
    findings.push(problem('standbys', 'only one node runs, so no company has any', 'Start another node.'))
  const late = companies.filter(({ lag }) => lag !== null && lag > LAG)
  if (late.length > 0)
    findings.push(
      problem(
        'standbys',
        `${late.length} are more than ${LAG} records behind: ${list(late)}`,
        'Look at the load and disk of the nodes that copy them.',
      ),
    )
  const capacity = running.reduce((sum, one) => sum + one.capacity, 0)
  const load = running.reduce((sum, { busy }) => sum + busy, 0)
  for (const { name, busy, capacity: own } of running) {
    const share = (load * own) / Math.max(capacity, 1e-9)
    if (busy > share * UNEVEN && busy > share + UNEVEN_BY)
      findings.push(
        note(
          'load',
          `node ${name} has ${busy.toFixed(1)} of ${load.toFixed(1)}, and its share is ${share.toFixed(1)}`,
          'After a restart companies go back by themselves within minutes. Otherwise spread them at a quiet hour: balcao fleet rebalance',
        ),
      )
  }
  const versions = [...new Set(running.map(({ version }) => version))]
  if (versions.length > 1)
    findings.push(note('versions', `nodes run ${versions.toSorted().join(' and ')}`, 'Bring all to the newest one.'))
  if (orphans.length + late.length === 0 && companies.length > 0)
    findings.push(ok('companies', `${companies.length}, each with an owner`))
  return findings
}
const SHOWN = 5

/** A node takes requests for companies of all others, so it must reach them. */
async function examineAddresses({ settings }: FleetExamination, { nodes }: FleetStatus): Promise<Finding[]> {
  const { cert = '', key = '', ca = '' } = settings
  const certificate = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8'), ca: readFileSync(ca, 'utf8') }
  const found = await Promise.all(
    nodes
      .filter(({ isRunning }) => isRunning)
      .map(async ({ name, address }) => ({
        name,
        address,
        obstacle: await findObstacle({ name, url: address }, certificate),
      })),
  )
  return found.flatMap(({ name, address, obstacle }) =>
    obstacle === undefined
      ? []
      : [
          problem(
            `node ${name}`,
            `cannot be reached from here at ${new URL(address).host} (${obstacle})`,
            'Requests for its companies that come here fail. Open the port between the machines, or correct BALCAO_FLEET_ADDRESS in its fleet.env and restart it.',
          ),
        ],
  )
}
