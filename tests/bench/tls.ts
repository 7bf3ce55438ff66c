/** What TLS by ourselves costs: the same answers with and without it, in turn, and sockets that are open. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  alternativeNames,
  certificate,
  extension,
  ids,
  newKey,
  pemOf,
  pemOfKey,
  publicKeyOf,
} from '../../src/platform/acme/x509'
import { freePort } from '../support/free-port'
import { VERSION } from './hello'
import { get, load, openSocket, type RequestSocket } from './http'
import type { Report } from './report'
import { startServer, temporaryFolder } from './server'
import { median, rounded } from './statistics'

const SOCKETS = 500
const DAY = 86_400_000

export async function benchTls(
  report: Report,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
) {
  const folder = temporaryFolder()
  const httpsPort = await freePort()
  const server = await startServer(folder.path, { env: await ownCertificate(folder.path, httpsPort) })
  const measure = async (isTls: boolean) => {
    const before = server.cpuSeconds()
    const port = isTls ? httpsPort : server.port
    const { rps, requests, errors } = await load({ port, connections: 16, seconds, isTls, request: () => get(VERSION) })
    return { rps, errors, cpuUs: ((server.cpuSeconds() - before) / requests) * 1_000_000 }
  }
  await measure(false)
  await measure(true)
  const pairs: { plain: Awaited<ReturnType<typeof measure>>; tls: Awaited<ReturnType<typeof measure>> }[] = []
  for (let n = 0; n < rounds; n++) pairs.push({ plain: await measure(false), tls: await measure(true) })
  const plainKb = await costOfSockets(server, server.port, false)
  const socketKb = await costOfSockets(server, httpsPort, true)
  report.add({
    id: 'tls',
    rounds,
    counted: pairs.length,
    expected: rounds,
    errors: pairs.reduce((sum, { tls, plain }) => sum + tls.errors + plain.errors, 0),
    rps: Math.round(median(pairs.map(({ tls }) => tls.rps))),
    plainRps: Math.round(median(pairs.map(({ plain }) => plain.rps))),
    cpuUsEach: rounded(median(pairs.map(({ tls }) => tls.cpuUs)), 1),
    plainCpuUsEach: rounded(median(pairs.map(({ plain }) => plain.cpuUs)), 1),
    cpuRatio: rounded(median(pairs.map(({ tls, plain }) => tls.cpuUs / plain.cpuUs)), 2),
    socketKb,
    plainSocketKb: plainKb,
  })
  await server.stop()
  folder.remove()
}

/** Settings by which the server takes a certificate from files. */
async function ownCertificate(folder: string, httpsPort: number): Promise<Record<string, string>> {
  const key = newKey()
  const extensions = [extension(ids.subjectAltName, alternativeNames('balcao.example'))]
  const span = { from: Date.now() - DAY, to: Date.now() + 30 * DAY }
  const made = certificate({ subject: '', issuer: 'Bench', publicKey: publicKeyOf(key), ...span, extensions }, key)
  const [cert, pem] = [join(folder, '..', `${process.pid}.crt`), join(folder, '..', `${process.pid}.key`)]
  writeFileSync(cert, pemOf(made, 'CERTIFICATE'))
  writeFileSync(pem, pemOfKey(key), { mode: 0o600 })
  return {
    BALCAO_TLS_CERT: cert,
    BALCAO_TLS_KEY: pem,
    BALCAO_HTTPS_PORT: String(httpsPort),
    BALCAO_HTTP_PORT: String(await freePort()),
  }
}

/** Kilobytes of memory of each open socket that has had an answer. */
async function costOfSockets(server: { rssMb(): number }, port: number, isTls: boolean): Promise<number> {
  const before = server.rssMb()
  const sockets = await Promise.all(
    Array.from(
      { length: SOCKETS },
      () =>
        new Promise<RequestSocket>((resolve, reject) => {
          const socket = openSocket(
            port,
            {
              ready: () => socket.send(get(VERSION)),
              answered: () => resolve(socket),
              lost: (why) => reject(new Error(why)),
            },
            isTls,
          )
        }),
    ),
  )
  const cost = ((server.rssMb() - before) * 1024) / SOCKETS
  for (const socket of sockets) socket.end()
  return rounded(cost, 1)
}
