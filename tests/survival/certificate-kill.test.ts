/** A server that is killed while it gets or renews its certificate. */
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TlsStore } from '../../src/operator/certificates/store'
import { tlsFilesInFolder } from '../../src/operator/certificates/tls-files'
import { startAcme } from '../../src/simulator/acme/stand-in'
import { freePort } from '../support/free-port'
import { inSuite } from '../support/long'
import { afterThisTest } from './support/cleanups'
import { until } from './support/until'

const MINUTE = 60_000
const cli = join(import.meta.dir, '..', '..', 'cli', 'balcao.ts')
const preload = join(import.meta.dir, 'support', 'killed-at-request.ts')

async function installation() {
  const dataDir = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [httpPort, tlsPort] = [await freePort(), await freePort()]
  const acme = startAcme({ httpPort, tlsPort })
  Object.assign(acme.faults, { slowness: 1, badNonces: 0.2 })
  const start = (killAt: number) =>
    Bun.spawn([process.execPath, '--preload', preload, cli, 'serve'], {
      env: {
        ...process.env,
        KILL_AT: String(killAt),
        BALCAO_DATA: dataDir,
        BALCAO_HOST: '127.0.0.1',
        BALCAO_PORT: '0',
        BALCAO_DOMAIN: 'atende.example.com',
        BALCAO_HTTP_PORT: String(httpPort),
        BALCAO_HTTPS_PORT: String(tlsPort),
        BALCAO_ACME_URL: acme.directory,
        BALCAO_ADMIN_EMAIL: 'dono@example.com',
        BALCAO_ADMIN_PASSWORD: 'senha-segura',
        BALCAO_LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
  let running: ReturnType<typeof start> | undefined
  afterThisTest(async () => {
    running?.kill('SIGKILL')
    await running?.exited
    await acme.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const run = (killAt = 0) => {
    running = start(killAt)
    return running
  }
  const certificate = () => new TlsStore(tlsFilesInFolder(dataDir)).certificate()
  return { acme, run, certificate }
}

/** Requests of a renewal are about sixteen, each with a moment before and one after. */
const moments = inSuite(3, 50)

test(`a certificate is renewed although the server is killed at one of ${moments} moments, and there is always one`, async () => {
  const { acme, run, certificate } = await installation()
  // Each certificate is due as soon as it is there.
  acme.life = 80 * MINUTE
  const seed = run()
  await until(certificate, { every: 50 })
  seed.kill('SIGKILL')
  await seed.exited
  for (let nth = 0; nth < moments; nth++) {
    const due = certificate()
    const { orders } = acme.counts()
    const killAt = 1 + Math.floor((nth * 32) / moments)
    const victim = run(killAt)
    await Promise.race([victim.exited, until(() => certificate()?.serial !== due?.serial, { every: 50 })])
    victim.kill('SIGKILL')
    await victim.exited
    expect(certificate()).toBeDefined()

    const survivor = run()
    await until(() => certificate()?.serial !== due?.serial, { every: 50 })
    survivor.kill('SIGKILL')
    await survivor.exited
    // One order, or a second where the first was killed before it was noted.
    expect(acme.counts().orders - orders).toBeLessThanOrEqual(2)
    expect(acme.counts().accounts).toBe(1)
  }
}, 1_200_000)
