/** What a node finds at its start: usable servers, or a refusal in words that leaves nothing behind. */

import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect as connectTo } from '@nats-io/transport-node'
import { createFleet, openFleetServers } from '../../../src/fleet/jetstream/open'
import { FleetRefused, ServersNotReady } from '../../../src/fleet/refused'
import type { FleetSettings } from '../../../src/fleet/settings'
import { patience } from '../../support/bound'
import { freePort } from '../../support/free-port'
import { type NatsOptions, startNats, usualAccounts } from '../../support/nats'
import { natsTls, newAuthority } from '../../support/nats-tls'
import { until } from '../../support/until'
import { appendAll, message, readAll, textOf } from '../commit-log-contract'
import { settingsFor } from './opened'

const fleet = { installation: 'ours', replicas: 1 } as const
const now = () => Date.now()
const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

async function started(options: NatsOptions = {}) {
  const nats = await startNats(options)
  ended.push(() => nats.stop())
  return nats
}
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'balcao-fleet-'))
  ended.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The reasons for which these settings are refused, as a node and as `fleet init`. */
async function refusal(settings: FleetSettings): Promise<string> {
  const begun = performance.now()
  const why = async (work: Promise<unknown>) =>
    work.then(
      () => 'not refused',
      (error) => {
        if (!(error instanceof FleetRefused)) throw error
        return error.reasons.join('\n')
      },
    )
  const opened = await why(openFleetServers(settings, 'ours', now))
  // Both connect in the same way, and some refusals take seconds.
  if (performance.now() - begun > 1000) return opened
  const created = await why(createFleet(settings, fleet, now))
  expect(performance.now() - begun).toBeLessThan(patience(40_000))
  return opened === created ? opened : `${opened}\n${created}`
}

async function streamsOf(urls: string): Promise<string[]> {
  const nc = await connectTo({ servers: urls.split(',') })
  const jsm = await jetstreamManager(nc)
  const names: string[] = []
  for await (const { config } of jsm.streams.list()) names.push(config.name)
  await nc.close()
  return names
}

describe('a node', () => {
  test('starts on one server, after fleet init', async () => {
    const nats = await started()
    const settings = settingsFor(nats)
    await expect(openFleetServers(settings, 'ours', now)).rejects.toThrow('run balcao fleet init')
    await createFleet(settings, fleet, now)
    await createFleet(settings, fleet, now)
    expect(await streamsOf(nats.urls)).toHaveLength(21)
    const servers = await openFleetServers(settings, 'ours', now)
    const company = crypto.randomUUID()
    expect(await servers.log.append(company, 0, '1.1', message('one'))).toMatchObject({ outcome: 'stored' })
    await servers.close()
    const again = await openFleetServers(settings, 'ours', now)
    expect(await readAll(again.log, company)).toHaveLength(1)
    await again.close()
  })

  test('starts through mutual TLS on three servers, and spreads streams over them', async () => {
    const home = folder()
    const authority = newAuthority(home)
    const { tls, clusterTls, users } = natsTls(authority)
    const accounts = usualAccounts(users).replace('no_auth_user: node', '')
    const nats = await started({ servers: 3, tls, clusterTls, accounts })
    const settings = { ...settingsFor(nats), ca: authority.ca, ...authority.issue('node') }
    const init = { ...settings, ...authority.issue('init') }
    await createFleet(init, fleet, now)
    await expect(openFleetServers(settings, 'ours', now)).rejects.toThrow('on one of the three NATS servers only')
    await createFleet(init, { ...fleet, replicas: 3 }, now)
    const servers = await openFleetServers(settings, 'ours', now)
    const company = crypto.randomUUID()
    const [first = 0] = await appendAll(servers.log, company, ['one'])
    const taken: string[] = []
    const following = servers.log.follow(company, first, (each) => void taken.push(textOf(each)))
    const [, third = 0] = await appendAll(servers.log, company, ['two', 'three'], first)
    await until(() => taken.length === 2, 'the messages')
    await servers.log.purgeBelow(company, third)
    await following.stop()
    const nodes = servers.bucket<string>('nodes')
    const seen: string[] = []
    const watching = await nodes.watch((key) => void seen.push(key))
    expect(await nodes.remove('node-1', (await nodes.create('node-1', 'here')) ?? 0)).toBe(true)
    await until(() => seen.length === 2, 'the node’s entry and its end')
    await watching.stop()
    await servers.close()
  })
})

describe('a node is refused', () => {
  test('by Debian 12’s server, which lets two owners in', async () => {
    const nats = await started({ release: 'bookworm', jetstream: 'max_file_store: 1GB' })
    expect(await refusal(settingsFor(nats))).toContain('version 2.9.10, and at least 2.14 is needed')
    expect(await streamsOf(nats.urls)).toEqual([])
  })

  test('where nobody listens, or nobody answers', async () => {
    const closed = `nats://127.0.0.1:${await freePort()}`
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    ended.push(() => silent.close())
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address()
    const mute = `nats://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    expect(await refusal({ ...settingsFor({ urls: closed }) })).toContain('does not answer (')
    expect(await refusal({ ...settingsFor({ urls: `${closed},${mute}` }) })).toContain('no answer in time')
  })

  test('that names one server of three', async () => {
    const nats = await started({ servers: 3 })
    const [one = ''] = nats.urls.split(',')
    expect(await refusal(settingsFor({ urls: one }))).toContain('names 1 of 3 NATS servers')
  })

  test('by two servers, at once if no third is to come', async () => {
    const nats = await started({ servers: 2 })
    expect(await refusal(settingsFor(nats))).toContain('Two NATS servers are no cluster')
    const settings = settingsFor({ urls: `${nats.urls},nats://127.0.0.1:${await freePort()}` })
    const why = await openFleetServers(settings, 'ours', now).catch((error: unknown) => error)
    expect(why).toBeInstanceOf(ServersNotReady)
    expect(String(why)).toContain('names 3 NATS servers, and 2 of them have found each other')
  })

  test('by a server that acknowledges before its disk has the message', async () => {
    const nats = await started({ jetstream: 'max_file_store: 1GB' })
    expect(await refusal(settingsFor(nats))).toContain('set sync_interval: always')
    expect(await streamsOf(nats.urls)).toEqual([])
  })

  test('without TLS, and with certificates that fit none of the servers', async () => {
    const home = folder()
    const authority = newAuthority(home)
    const foreign = newAuthority(home, 'foreign')
    const { users, ...tls } = natsTls(authority)
    const nats = await started({ ...tls, accounts: usualAccounts(users).replace('no_auth_user: node', '') })
    const bare = settingsFor(nats)
    const { ca } = authority
    expect(await refusal(bare)).toContain('asks for TLS: set BALCAO_FLEET_CA')
    expect(await refusal({ ...bare, ca })).toContain('asks for a certificate: set BALCAO_FLEET_CERT')
    expect(await refusal({ ...bare, ca: foreign.ca, ...authority.issue('node') })).toContain('No TLS connection')
    expect(await refusal({ ...bare, ca, ...foreign.issue('node') })).toContain('No TLS connection')
    expect(await refusal({ ...bare, ca, ...authority.issue('stranger') })).toContain('do not accept the credentials')
    expect(await refusal({ ...bare, ca, cert: ca, key: join(home, 'missing') })).toContain('missing cannot be read')
    const plain = await started()
    expect(await refusal({ ...settingsFor(plain), ca, ...authority.issue('node') })).toContain('does not offer TLS')
  })

  test('without credentials, with wrong ones, and with a file that holds none', async () => {
    const nats = await started({ accounts: usualAccounts().replace('no_auth_user: node', '') })
    const home = folder()
    const file = (name: string, words: string) => {
      writeFileSync(join(home, name), words)
      return join(home, name)
    }
    const settings = settingsFor(nats)
    expect(await refusal(settings)).toContain('The NATS servers ask for credentials')
    expect(await refusal({ ...settings, credentials: file('wrong', 'node:guess') })).toContain('do not accept')
    expect(await refusal({ ...settings, credentials: file('empty', 'nothing') })).toContain(
      'must be a NATS credentials',
    )
    expect(await refusal({ ...settings, credentials: join(home, 'none') })).toContain('cannot be read')
    await createFleet({ ...settings, credentials: file('right', 'node:node\n') }, fleet, now)
  })

  test('by servers whose settings it cannot use or may not know', async () => {
    const bare =
      'accounts { BALCAO { jetstream: enabled, users: [ { user: node, password: node } ] } }\nno_auth_user: node'
    const mute = await started({ accounts: bare, maxPayload: '500KB' })
    const reasons = await refusal(settingsFor(mute))
    expect(reasons).toContain('do not tell their settings')
    expect(reasons).toContain('has max_payload 512000')
    const few = usualAccounts(
      'users: [ { user: node, password: node, permissions: { publish: ["$JS.API.>", "$SYS.>"], subscribe: ["_INBOX.>"] } } ]',
    )
    const strict = await started({ accounts: few.replace('jetstream: enabled', 'jetstream { max_streams: 10 }') })
    const more = await refusal(settingsFor(strict))
    expect(more).toContain('may not publish to log.>')
    expect(more).toContain('may not subscribe to stored.>')
    expect(more).toContain('may have 10 streams')
    const off = await started({ accounts: usualAccounts().replace('jetstream: enabled', '') })
    expect(await refusal(settingsFor(off))).toContain('JetStream is not enabled for the account')
  })

  test('by servers whose clock or JetStream is off', async () => {
    const nats = await started()
    const early = () => Date.now() - 60_000
    await expect(createFleet(settingsFor(nats), fleet, early)).rejects.toThrow('the NATS server a differ by 60 s')
    const off = await started({ accounts: '', jetstream: 'enabled: false' })
    expect(await refusal(settingsFor(off))).toContain('JetStream is off on the NATS server a')
  })

  test('by streams of another installation, and changes nothing', async () => {
    const nats = await started()
    const settings = settingsFor(nats)
    await createFleet(settings, { ...fleet, installation: 'theirs' }, now)
    const before = await streamsOf(nats.urls)
    const reason = await refusal(settings)
    expect(reason).toContain('log-00, belong to another installation (theirs, and secret.key is that of ours)')
    expect(reason.split('\n')).toHaveLength(1)
    expect(await streamsOf(nats.urls)).toEqual(before)
  })

  test('by a stream that others made or changed', async () => {
    const nats = await started()
    const settings = settingsFor(nats)
    const nc = await connectTo({ servers: nats.urls.split(',') })
    const jsm = await jetstreamManager(nc)
    await jsm.streams.add({ name: 'log-03', subjects: ['log.3.*'] })
    expect(await refusal(settings)).toContain('The stream log-03 was not made by Balcão')
    expect(await streamsOf(nats.urls)).toEqual(['log-03'])
    await jsm.streams.delete('log-03')
    await createFleet(settings, fleet, now)
    await jsm.streams.update('log-03', { max_age: 60_000_000_000, discard: 'old' })
    const reasons = await refusal(settings)
    expect(reasons).toContain('log-03 has discard "old", not "new"')
    expect(reasons).toContain('log-03 has max_age 60000000000')
    await nc.close()
  })
})

test('all nodes take the life of a lease from the fleet, as it was made', async () => {
  const nats = await started()
  await createFleet(settingsFor(nats), { ...fleet, nodeTtlMs: 3000 }, now)
  const opened = await openFleetServers(settingsFor(nats), 'ours', now)
  ended.push(() => opened.close())
  expect(opened.leaseTtlMs).toBe(3000)
})
