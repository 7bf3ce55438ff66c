/** The installation's certificate on the nodes of a fleet. */
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { serve } from '../../src/main'
import { readNote } from '../../src/operator/certificates/attempts'
import { TLS_KEYS, tlsFilesInFolder } from '../../src/operator/certificates/tls-files'
import type { Config } from '../../src/platform/config'
import { createEncryption } from '../../src/platform/encryption'
import { loadSecret } from '../../src/platform/secret'
import type { OperatorKey, OperatorValue } from '../../src/settings/operator/contract'
import { startAcme } from '../../src/simulator/acme/stand-in'
import { freePort } from '../support/free-port'
import { afterThisTest } from '../survival/support/cleanups'
import { until } from '../survival/support/until'
import { startFleet } from './node/fleet'

const PROGRAM = join(import.meta.dir, 'door/support/serve-process.ts')
const DOMAIN = 'atende.example.com'
const OTHER_DOMAIN = 'novo.example.com'

type Ports = { readonly httpPort: number; readonly httpsPort: number }
const newPorts = async (): Promise<Ports> => ({ httpPort: await freePort(), httpsPort: await freePort() })

const configOf = (dataDir: string, ports: Ports): Config => ({
  dataDir,
  ...ports,
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  trustProxy: [],
  metricsToken: null,
  admin: { email: null, password: null },
  whatsapp: null,
  logLevel: process.env.SHOW_LOG ? 'info' : 'silent',
})

/** Node `a` of a fleet whose installation has the domain, and the authority, which validates at `a`. */
async function openWithDomain(furnish: (dataDir: string) => void = () => {}) {
  const ports = await newPorts()
  const acme = startAcme({ httpPort: ports.httpPort, tlsPort: ports.httpsPort })
  acme.faults.slowness = 0
  afterThisTest(() => acme.stop())
  let operator = { token: '', uuid: '' }
  const fleet = await startFleet(async (w) => {
    const settings = new Map<OperatorKey, OperatorValue<OperatorKey>>([
      ['domain', DOMAIN],
      ['acmeUrl', acme.directory],
    ])
    w.server.operatorSettings.store(Date.now(), settings)
    operator = { token: await w.attendant([], { profile: 'admin', super: true }).token(), uuid: w.tenant.uuid }
    furnish(w.dataDir)
  })
  const a = await serve(configOf(fleet.first, ports), { fleet: await fleet.settings('a') })
  afterThisTest(() => a.stop())
  const { certificates } = a.server
  await until(() => certificates.report().state === 'good', { why: () => certificates.report().attempts })
  return { acme, fleet, a, certificates, ports, operator }
}

/** Another node, in a process of its own. */
async function openInProcess(name: string, fleet: Awaited<ReturnType<typeof startFleet>>, ports: Ports) {
  const served = JSON.stringify({ config: configOf(fleet.emptyFolder(), ports), fleet: await fleet.settings(name) })
  const child = Bun.spawn([process.execPath, PROGRAM], {
    env: { ...process.env, SERVED: served },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  afterThisTest(() => child.kill('SIGKILL'))
  let text = ''
  for await (const chunk of child.stdout) {
    text += Buffer.from(chunk).toString()
    if (text.includes('\n')) break
  }
}

/** Name and serial of the certificate that the port presents. */
const presentedAt = (port: number, servername: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }, () => {
      const { subjectaltname, serialNumber } = socket.getPeerCertificate()
      resolve(`${subjectaltname} ${serialNumber}`)
      socket.end()
    })
    socket.on('error', ({ message }) => resolve(message))
  })

test('every node serves the certificate, also after control.db has moved and another name is set', async () => {
  const { acme, fleet, a, certificates, ports, operator } = await openWithDomain()
  const portsOfB = await newPorts()
  await openInProcess('b', fleet, portsOfB)
  const present = (domain: string) => Promise.all([ports, portsOfB].map((one) => presentedAt(one.httpsPort, domain)))
  const first = `DNS:${DOMAIN} ${certificates.report().certificate?.serial}`
  const served = await until(async () => (await present(DOMAIN)).every((one) => one === first) && first, {
    why: () => present(DOMAIN),
  })
  expect(served).toBe(first)
  const redirected = await fetch(`http://127.0.0.1:${portsOfB.httpPort}/x?y=1`, { redirect: 'manual' })
  expect(redirected.headers.get('location')).toBe(`https://${DOMAIN}:${portsOfB.httpsPort}/x?y=1`)

  await a.server.fleet?.move(operator.uuid, 'b')
  await until(() => !a.server.databases.isControlHere())
  const changed = await fetch(`http://127.0.0.1:${certificates.plainPort()}/api/installation/address`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'domain', domain: OTHER_DOMAIN, acmeEmail: '', tlsCert: '', tlsKey: '' }),
  })
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining(OTHER_DOMAIN)])
  const [ofA, ofB] = await until(
    async () => {
      const found = await present(OTHER_DOMAIN)
      return found.every((one) => one.startsWith(`DNS:${OTHER_DOMAIN} `)) && found
    },
    { why: () => present(OTHER_DOMAIN) },
  )
  expect(ofA).toBe(ofB ?? '')
  expect(acme.counts()).toEqual({ accounts: 1, orders: 2, certificates: 2 })
}, 180_000)

test('control.db has the keys of the installation encrypted, those of before the fleet too', async () => {
  const account = JSON.stringify({ key: 'a key of before', url: null })
  const { a, fleet } = await openWithDomain((dataDir) => tlsFilesInFolder(dataDir).write('account-1.json', account))
  const { decrypt } = createEncryption(loadSecret(fleet.first), TLS_KEYS)
  const read = (name: string) => decrypt(readNote(a.server.databases.control, `tls/${name}`), `tls/${name}`)
  expect(read('account-1.json')).toBe(account)
  expect(read('certificate.pem')).toContain('PRIVATE KEY')
  expect(existsSync(join(fleet.first, 'tls', 'certificate.pem'))).toBe(false)
}, 120_000)
