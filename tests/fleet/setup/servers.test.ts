/** What `balcao fleet init` writes is what the servers run and the nodes accept. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFleetServers, surveyServers } from '../../../src/fleet/jetstream/open'
import type { NodeLease } from '../../../src/fleet/placement/lease'
import type { NodeOrder, Ownership } from '../../../src/fleet/placement/owners'
import type { FleetStatus, NodeStatus } from '../../../src/fleet/placement/status'
import { FleetRefused } from '../../../src/fleet/refused'
import { issue, newAuthority } from '../../../src/fleet/setup/authority'
import { examineFleet } from '../../../src/fleet/setup/doctor'
import { joinFleet } from '../../../src/fleet/setup/join'
import { statusFromServers } from '../../../src/fleet/setup/survey'
import { readFleetEnvironment } from '../../../src/platform/fleet-environment'
import { lockDataFolder } from '../../../src/platform/lock'
import { loadSecret } from '../../../src/platform/secret'
import { freePort } from '../../support/free-port'
import { type MadeFleet, makeFleet, newPlan, type RunningServers, startServers } from './support'

setDefaultTimeout(180_000)

const folders: string[] = []
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-joins-'))
  folders.push(folder)
  return folder
}

let fleet: MadeFleet
let servers: RunningServers
beforeAll(async () => {
  fleet = makeFleet(await newPlan())
  servers = await startServers(fleet)
}, 180_000)
afterAll(async () => {
  await servers?.stop()
  fleet?.remove()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const VERSIONS = { program: '1.0.0', protocol: 1, schema: 10 }

/** A copy of a node's folder that a test may spoil. */
function copyOf(node: string): string {
  const copy = newFolder()
  cpSync(fleet.folderOf(node), copy, { recursive: true })
  return copy
}
const joinWith = (folder: string, dataDir: string, versions = VERSIONS) =>
  joinFleet({ folder, dataDir, versions, now: Date.now })

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof FleetRefused) return error.reasons.join('\n')
    throw error
  }
  return 'not refused'
}

const isUntouched = (dataDir: string) => !existsSync(join(dataDir, 'fleet.env')) && !existsSync(join(dataDir, 'fleet'))

describe('the servers of a new fleet', () => {
  test('run with the written configuration, and hold streams on all three', async () => {
    expect(await refusalOf(openFleetServers(fleet.settingsOf('node-1'), fleet.installation, Date.now))).toContain(
      'run balcao fleet init',
    )
    await servers.create()
    await servers.create() // again, as after an interruption
    const opened = await openFleetServers(fleet.settingsOf('node-1'), fleet.installation, Date.now)
    await opened.close()
    const { servers: found, streams } = await surveyServers(fleet.settingsOf('node-2'), Date.now)
    expect(found.map(({ name, keepsAll }) => [name, keepsAll])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ])
    expect(streams.length).toBe(21)
    expect(new Set(streams.map(({ replicas }) => replicas))).toEqual(new Set([3]))
  })

  test('let in neither a certificate of another authority nor one of a server', async () => {
    const folder = copyOf('node-1')
    const foreign = issue(newAuthority(fleet.installation, Date.now()), { user: 'node', names: [] }, Date.now())
    writeFileSync(join(folder, 'foreign.pem'), foreign.cert)
    writeFileSync(join(folder, 'foreign.key'), foreign.key)
    const own = fleet.settingsOf('node-1')
    const pairs = [
      { cert: join(folder, 'foreign.pem'), key: join(folder, 'foreign.key') },
      {
        cert: join(fleet.folder, 'machine-127.0.0.2/nats/server.pem'),
        key: join(fleet.folder, 'machine-127.0.0.2/nats/server.key'),
      },
    ]
    for (const pair of pairs)
      expect(await refusalOf(openFleetServers({ ...own, ...pair }, fleet.installation, Date.now))).toMatch(
        /TLS|credentials/,
      )
    rmSync(folder, { recursive: true })
  })

  test('are refused for another installation', async () => {
    expect(await refusalOf(openFleetServers(fleet.settingsOf('node-1'), 'f'.repeat(32), Date.now))).toContain(
      'belong to another installation',
    )
  })
})

describe('a node that joins', () => {
  test('is installed whole, readable by its owner alone, and finds the servers', async () => {
    const dataDir = newFolder()
    const joined = await joinWith(fleet.folderOf('node-2'), dataDir)
    expect(joined).toMatchObject({ node: 'node-2', hasData: false })
    for (const path of ['fleet.env', 'secret.key', 'fleet/node/node.key', 'fleet/node/node.pem', 'fleet/node/ca.pem'])
      expect([path, statSync(join(dataDir, path)).mode & 0o777]).toEqual([path, 0o600])
    expect(readFleetEnvironment(dataDir)).toMatchObject({
      BALCAO_FLEET_NODE: 'node-2',
      BALCAO_FLEET_KEY: join(dataDir, 'fleet/node/node.key'),
    })
    expect(loadSecret(dataDir)).toEqual(fleet.secret)
    expect(await joinWith(fleet.folderOf('node-2'), dataDir)).toMatchObject({ node: 'node-2' }) // again, with newer certificates
  })

  type Spoil = (folder: string, dataDir: string) => unknown
  const other = () => issue(newAuthority('other', Date.now()), { user: 'node', names: [] }, Date.now())
  test.each<[string, Spoil, RegExp]>([
    ['a folder without its key', (folder) => rmSync(join(folder, 'node.key')), /has no node\.key/],
    ['a folder that is none of a node', (folder) => rmSync(folder, { recursive: true }), /has no fleet\.env, ca\.pem/],
    ['a key that others can read', (folder) => chmodSync(join(folder, 'secret.key'), 0o644), /chmod 600/],
    [
      'another secret',
      (folder) => writeFileSync(join(folder, 'secret.key'), loadSecret(newFolder()).toString('hex')),
      /not the one of this fleet/,
    ],
    ['a secret that is none', (folder) => writeFileSync(join(folder, 'secret.key'), 'abc'), /64 hexadecimal digits/],
    ['facts that are none', (folder) => writeFileSync(join(folder, 'node.json'), '{'), /not the one of this fleet/],
    ['another key', (folder) => writeFileSync(join(folder, 'node.key'), other().key), /does not belong to its key/],
    [
      'a certificate of another authority',
      (folder) => {
        const { cert, key } = other()
        writeFileSync(join(folder, 'node.pem'), cert)
        writeFileSync(join(folder, 'node.key'), key)
      },
      /not issued by an authority/,
    ],
    [
      'a certificate that is none',
      (folder) => writeFileSync(join(folder, 'node.pem'), 'no certificate'),
      /no certificate in PEM/,
    ],
    [
      'the certificate of another node',
      (folder) => {
        for (const name of ['node.pem', 'node.key'])
          copyFileSync(join(fleet.folderOf('node-3'), name), join(folder, name))
      },
      /of node node-3, and fleet\.env names node-2/,
    ],
    [
      'settings that name no servers',
      (folder) => writeFileSync(join(folder, 'fleet.env'), 'BALCAO_FLEET_NODE=node-2\n'),
      /needs BALCAO_FLEET/,
    ],
    [
      'settings with mistakes',
      (folder) => edit(folder, /^BALCAO_FLEET=.*$/m, 'BALCAO_FLEET=http://a'),
      /BALCAO_FLEET: must be addresses/,
    ],
    [
      'an address of another machine',
      (folder) => edit(folder, /^(BALCAO_FLEET_ADDRESS)=.*$/m, '$1=192.0.2.1:8443'),
      /no address of this machine/,
    ],
    [
      'a name without an address',
      (folder) => edit(folder, /^(BALCAO_FLEET_ADDRESS)=.*$/m, '$1=no.such.host.invalid:8443'),
      /has no address|cannot be used/,
    ],
    [
      'servers that are silent',
      (folder) => edit(folder, /^(BALCAO_FLEET)=.*$/m, '$1=nats://127.0.0.9:1'),
      /does not answer/,
    ],
    ['too few servers', (folder) => edit(folder, /^(BALCAO_FLEET=[^,]*),.*$/m, '$1'), /name all of them/],
    ['an installation of its own', (_, dataDir) => loadSecret(dataDir), /installation of its own/],
    [
      'databases without a key',
      (_, dataDir) => writeFileSync(join(dataDir, 'control.db'), ''),
      /without their secret\.key/,
    ],
    [
      'another node’s folder',
      (_, dataDir) => writeFileSync(join(dataDir, 'fleet.env'), 'BALCAO_FLEET=nats://a\nBALCAO_FLEET_NODE=node-9\n'),
      /belongs to node node-9/,
    ],
  ])('is refused with %s, and leaves nothing behind', async (_name, spoil, words) => {
    const [folder, dataDir] = [copyOf('node-2'), newFolder()]
    await spoil(folder, dataDir)
    const before = existsSync(join(dataDir, 'fleet.env'))
    expect(await refusalOf(joinWith(folder, dataDir))).toMatch(words)
    if (!before) expect(isUntouched(dataDir)).toBe(true)
  })

  test('is refused while a server runs on the folder, or a program has the address', async () => {
    const dataDir = newFolder()
    const program = [
      process.execPath,
      '-e',
      `new (require('better-sqlite3'))(process.argv[1]).exec('BEGIN EXCLUSIVE'); console.log('held'); setInterval(() => {}, 1000)`,
      join(dataDir, 'lock.db'),
    ]
    lockDataFolder(dataDir).release()
    const holder = Bun.spawn(program, { stdout: 'pipe', cwd: import.meta.dir })
    try {
      await holder.stdout.getReader().read()
      expect(await refusalOf(joinWith(fleet.folderOf('node-2'), dataDir))).toContain('A server runs on')
    } finally {
      holder.kill('SIGKILL')
    }
    const node = fleet.plan.nodes[1]
    const listener = Bun.listen({ hostname: node?.host ?? '', port: node?.port ?? 0, socket: { data() {} } })
    expect(await refusalOf(joinWith(fleet.folderOf('node-2'), newFolder()))).toContain('another program uses it')
    listener.stop(true)
  })

  test('is refused under a name that lives, with a version two apart, and with data of its own', async () => {
    const opened = await openFleetServers(fleet.settingsOf('node-1'), fleet.installation, Date.now)
    const nodes = opened.bucket<NodeLease>('nodes')
    const lease: NodeLease = {
      url: 'https://127.0.0.3:1',
      versions: { program: '3.0.0', protocol: 3, schema: 10 },
      load: { companies: 0, standbys: 0, busy: 0, capacity: 1 },
      incarnation: 'one',
    }
    await nodes.create('node-2', lease)
    expect(await refusalOf(joinWith(fleet.folderOf('node-2'), newFolder()))).toContain('lives already')
    expect(await refusalOf(joinWith(fleet.folderOf('node-3'), newFolder()))).toContain('may be one step apart')
    const seen = await nodes.get('node-2')
    if (seen) await nodes.remove('node-2', seen.revision)
    await opened
      .bucket<Ownership>('owners')
      .create('control', { node: 'node-1', incarnation: 'one', epoch: 1, schema: 10 })
    const dataDir = newFolder()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'secret.key'), fleet.secret.toString('hex'), { mode: 0o600 })
    writeFileSync(join(dataDir, 'control.db'), 'a copy')
    expect(await refusalOf(joinWith(fleet.folderOf('node-3'), dataDir))).toContain('has some too')
    expect(isUntouched(dataDir)).toBe(true)
    const orders = opened.bucket<NodeOrder>('orders')
    await orders.create('node-3', { kind: 'leave', companies: 3 })
    expect(await joinWith(fleet.folderOf('node-3'), newFolder())).toMatchObject({ node: 'node-3', hasData: true })
    expect(await orders.get('node-3')).toBeUndefined()
    await opened.close()
  })
})

describe('a fleet without a running node here', () => {
  test('shows what the servers know', async () => {
    const { nodes, companies } = await statusFromServers({ settings: fleet.settingsOf('node-1') })
    expect(nodes).toEqual([])
    expect(companies).toMatchObject([{ uuid: 'control', owner: null, epoch: 1 }])
  })

  test('is examined: certificates, servers, streams, and what to do', async () => {
    const examine = (status: FleetStatus | null = null) =>
      examineFleet({
        settings: fleet.settingsOf('node-1'),
        installation: fleet.installation,
        status,
        now: Date.now,
      })
    const findings = await examine()
    expect(findings.filter(({ level }) => level === 'problem').map(({ about }) => about)).toEqual(['node'])
    expect(findings.find(({ about }) => about === 'certificate')?.words).toMatch(/valid for 36\d\d days/)
    for (const name of ['a', 'b', 'c'])
      expect(findings.find(({ about }) => about === `server ${name}`)?.words).toMatch(/version 2\.\d+\.\d+, keeps what/)
    const settings = fleet.settingsOf('node-2')
    const tls = { cert: readFileSync(settings.cert ?? ''), key: readFileSync(settings.key ?? '') }
    using listener = Bun.serve({ hostname: '127.0.0.1', port: 0, tls, fetch: () => new Response() })
    const nodes = [
      statusOf('node-2', `https://127.0.0.1:${listener.port}`, 0.4),
      statusOf('node-3', `https://127.0.0.1:${listener.port}`, 0.99),
      statusOf('node-4', `https://127.0.0.1:${await freePort()}`, 0.4),
    ]
    const [address = ''] = nodes.map((node) => node.address)
    const uneven = [
      { ...statusOf('a', address, 0.4), busy: 12, capacity: 100 },
      { ...statusOf('b', address, 0.4), busy: 1, capacity: 100, isFull: true },
    ]
    const spread = (await examine({ nodes: uneven, companies: [] })).map(({ words }) => words)
    expect(spread).toContain('node a has 12.0 of 13.0, and its share is 6.5')
    expect(spread).toContainEqual(expect.stringContaining('so it gets no copies and no moves'))
    const found = await examine({ nodes, companies: [] })
    expect(
      found.filter(({ level, about }) => level === 'problem' && about.startsWith('node')).map(({ words }) => words),
    ).toEqual([
      expect.stringContaining('its disk is 99 % full'),
      // Another node's certificate, and nobody.
      expect.stringContaining(`cannot be reached from here at 127.0.0.1:${listener.port} (`),
      expect.stringContaining('ECONNREFUSED'),
    ])
    await servers.kill('c')
    const ill = await examine()
    for (const { level, remedy } of ill) if (level === 'problem') expect(remedy).toBeTruthy()
    expect(ill.some(({ level, words }) => level === 'problem' && words.includes('do not answer'))).toBe(true)
  })
})

const statusOf = (name: string, address: string, disk: number): NodeStatus => ({
  name,
  address,
  version: '1.0.0',
  schema: 10,
  companies: 1,
  standbys: 1,
  isRunning: true,
  isStopped: false,
  isFull: false,
  busy: 0,
  capacity: 1,
  machine: {
    cpus: 1,
    memoryBytes: 1,
    diskBytes: 1,
    cpu: 0,
    memory: 0,
    disk,
    own: { cpu: 0, memoryBytes: 1 },
    connections: { total: 0, up: 0 },
    startedAt: 0,
  },
  unstored: null,
  answerMs: null,
})

function edit(folder: string, from: RegExp, to: string) {
  const path = join(folder, 'fleet.env')
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}
