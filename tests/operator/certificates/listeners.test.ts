/** The ports: TLS by ourselves, challenges and redirects, and a certificate that is swapped under open sockets. */
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import {
  alternativeNames,
  certificate,
  extension,
  ids,
  newKey,
  pemOf,
  pemOfKey,
  publicKeyOf,
} from '../../../src/platform/acme/x509'
import { shelf } from '../../support/shelf'
import { until } from '../../support/until'
import { DOMAIN, type Secured, secured } from './support'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

const settled = ({ certificates }: Secured) =>
  until(() => !['running', 'waiting'].includes(certificates.report().state), 'the attempt’s end')

/** Common name of the issuer and the serial number of what a port presents. */
function presented(port: number): Promise<{ serial: string; names: string } | string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername: DOMAIN, rejectUnauthorized: false }, () => {
      const { serialNumber, subjectaltname } = socket.getPeerCertificate()
      socket.end()
      resolve({ serial: serialNumber, names: subjectaltname ?? '' })
    })
    socket.on('error', (error) => resolve(error.message))
  })
}

const overTls = (port: number, path: string, init: RequestInit = {}) =>
  fetch(`https://127.0.0.1:${port}${path}`, {
    ...init,
    tls: { rejectUnauthorized: false },
    redirect: 'manual',
  })

const overHttp = (port: number, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { ...init, redirect: 'manual' })

async function openSocket({ w, httpsPort }: Secured, origin?: string) {
  const options = { tls: { rejectUnauthorized: false }, ...(origin && { headers: { origin } }) }
  const path = w.cx.tenant.uuid.replaceAll('-', '')
  const socket = new WebSocket(`wss://127.0.0.1:${httpsPort}/ws/${path}`, options as never) // Bun's options are not in the types of browsers
  const frames: string[] = []
  const state = { opened: false, closed: false }
  socket.onopen = () => {
    state.opened = true
  }
  socket.onclose = () => {
    state.closed = true
  }
  socket.onmessage = ({ data }) => frames.push(String(data))
  await until(() => state.opened || state.closed, 'the socket')
  return { socket, frames, state }
}

describe('a certificate of our own', () => {
  test('is swapped without closing a socket, and events reach those before and after', async () => {
    const one = await secured()
    await settled(one)
    const admin = one.w.admin()
    const before = await openSocket(one)
    before.socket.send(JSON.stringify({ emit: 'authenticate', data: { token: await admin.token() } }))
    await until(() => before.frames.length > 0, 'its first frame')
    const first = await presented(one.httpsPort)
    one.w.clock.forward(MINUTE) // sessions do not last as long as certificates
    expect(await one.certificates.tryNow()).toBe('started')
    await until(() => one.acme.counts().certificates === 2 && one.certificates.report().state === 'good', 'the renewal')
    expect(await presented(one.httpsPort)).not.toEqual(first)
    const after = await openSocket(one)
    after.socket.send(JSON.stringify({ emit: 'authenticate', data: { token: await admin.token() } }))
    await until(() => after.frames.length > 0, 'its first frame')
    const seen = [before.frames.length, after.frames.length]
    one.w.server.announce({ supportUrl: 'https://ajuda.example' }, () => true)
    await until(() => before.frames.length > (seen[0] ?? 0) && after.frames.length > (seen[1] ?? 0), 'the event')
    expect(before.state.closed).toBe(false)
    before.socket.send(JSON.stringify({ emit: 'ping' }))
    const known = before.frames.length
    await until(() => before.frames.length > known, 'a pong')
  })

  test('comes by TLS-ALPN-01 where another program has port 80, while others are served', async () => {
    const nginx: { server?: Bun.Server<undefined> } = {}
    const one = await secured({
      before({ httpPort }) {
        nginx.server = Bun.serve({
          port: httpPort,
          fetch: () => new Response('hi', { status: 404, headers: { server: 'nginx/1.22.1' } }),
        })
      },
    })
    await settled(one)
    expect(one.certificates.report()).toMatchObject({ state: 'good', attempts: [{ challenge: 'tls-alpn-01' }] })
    expect(one.listeners.http()).toEqual({ is: 'taken', detail: 'nginx' })
    // The same again with people inside, and with new ones who come during the validation.
    const inside = await openSocket(one)
    one.acme.faults.slowness = 4
    one.w.clock.forward(61 * DAY)
    const renewal = one.certificates.look()
    const answers: number[] = []
    while (one.certificates.report().state === 'running' || answers.length === 0)
      answers.push((await overTls(one.httpsPort, '/health')).status)
    await renewal
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(one.certificates.report().attempts[0]).toMatchObject({ state: 'renewed', challenge: 'tls-alpn-01' })
    expect(inside.state.closed).toBe(false)
    // The port becomes free: it is taken at the next look.
    await nginx.server?.stop(true)
    await one.certificates.look()
    expect(one.listeners.http()).toEqual({ is: 'open' })
  })

  test('comes by HTTP-01 through the program that has port 80, if that passes validations on', async () => {
    const proxy: { server?: Bun.Server<undefined>; to: number } = { to: 0 }
    const one = await secured({
      domain: '',
      before({ httpPort }) {
        proxy.server = Bun.serve({
          port: httpPort,
          fetch: (request) => fetch(`http://127.0.0.1:${proxy.to}${new URL(request.url).pathname}`),
        })
      },
    })
    proxy.to = one.listeners.ports.plain
    await one.w.admin({ super: true }).json('/api/installation/address', 'PUT', {
      kind: 'domain',
      domain: DOMAIN,
      acmeEmail: '',
      tlsCert: '',
      tlsKey: '',
    })
    await settled(one)
    expect(one.certificates.report()).toMatchObject({ state: 'good', attempts: [{ challenge: 'http-01' }] })
    await proxy.server?.stop(true)
  })

  test('is taken from files, and again when they change; a broken file takes nothing away', async () => {
    const folder = mkdtempSync(join(shelf(), 'files-'))
    const [cert, key] = [join(folder, 'chain.pem'), join(folder, 'key.pem')]
    const write = (name: string) => {
      const made = newKey()
      const extensions = [extension(ids.subjectAltName, alternativeNames(name))]
      const span = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }
      const of = { subject: name, issuer: 'Casa', publicKey: publicKeyOf(made), ...span, extensions }
      writeFileSync(cert, pemOf(certificate(of, made), 'CERTIFICATE'))
      writeFileSync(key, pemOfKey(made), { mode: 0o600 })
    }
    write('loja.example')
    const one = await secured({ domain: '', settings: { tlsCert: cert, tlsKey: key } })
    expect(one.certificates.report()).toMatchObject({ kind: 'files', name: 'loja.example', state: 'good' })
    expect(one.certificates.url()).toBe(`https://loja.example:${one.httpsPort}`)
    const first = await presented(one.httpsPort)
    const inside = await openSocket(one)
    writeFileSync(key, 'half a file')
    await one.certificates.look()
    expect(await presented(one.httpsPort)).toEqual(first)
    write('loja.example')
    await one.certificates.look()
    expect(await presented(one.httpsPort)).not.toEqual(first)
    expect(inside.state.closed).toBe(false)
    rmSync(folder, { recursive: true })
    expect(one.acme.asked).toEqual([])
  })

  test('that has expired is served until another comes, and is never replaced by one that we have made', async () => {
    const one = await secured()
    await settled(one)
    const first = await presented(one.httpsPort)
    one.acme.faults.isDown = true
    one.w.clock.forward(91 * DAY)
    await one.certificates.look()
    expect(one.certificates.report().state).toBe('expired')
    expect(await presented(one.httpsPort)).toEqual(first)
  })
})

describe('port 80', () => {
  test('leads to https under the name that is set, whatever name was asked for, and for reading only', async () => {
    const one = await secured()
    await settled(one)
    const url = `https://${DOMAIN}:${one.httpsPort}`
    const evil = await overHttp(one.httpPort, '/tickets/7?x=%20y', { headers: { host: 'evil.example' } })
    expect([evil.status, evil.headers.get('location')]).toEqual([308, `${url}/tickets/7?x=%20y`])
    expect((await overHttp(one.httpPort, '/', { method: 'HEAD' })).status).toBe(308)
    const post = await overHttp(one.httpPort, '/api/auth/login', { method: 'POST', body: '{"password":"x"}' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await overHttp(one.httpPort, '/.well-known/acme-challenge/none')).status).toBe(404)
    for (const path of ['//evil.example/x', '/\\evil.example', '/@evil.example']) {
      const answer = await overHttp(one.httpPort, path)
      expect(new URL(answer.headers.get('location') ?? '').host).toBe(`${DOMAIN}:${one.httpsPort}`)
    }
  })

  test('says so while there is no certificate', async () => {
    const one = await secured({ faults: { validation: 'dns' } })
    await settled(one)
    expect((await overHttp(one.httpPort, '/')).status).toBe(503)
    expect(one.listeners.https()).toEqual({ is: 'closed' })
  })
})

describe('under TLS', () => {
  test('foreign or plain origins open no socket', async () => {
    const one = await secured()
    await settled(one)
    const host = `127.0.0.1:${one.httpsPort}`
    for (const [origin, isWelcome] of [
      [`https://${host}`, true],
      [`https://${DOMAIN}:${one.httpsPort}`, true],
      [`http://${host}`, false],
      ['https://evil.example', false],
    ] as const)
      expect([origin, (await openSocket(one, origin)).state.opened]).toEqual([origin, isWelcome])
  })

  test('browsers are told to keep to it after a week, and not once it has expired', async () => {
    const one = await secured({
      screens: () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
    })
    await settled(one)
    const policy = async () => (await overTls(one.httpsPort, '/')).headers.get('strict-transport-security')
    expect(await policy()).toBeNull()
    one.w.clock.forward(7 * DAY - HOUR)
    expect(await policy()).toBeNull()
    one.w.clock.forward(HOUR)
    expect(await policy()).toBe('max-age=2592000')
    one.acme.faults.isDown = true
    one.w.clock.forward(90 * DAY)
    expect(await policy()).toBeNull()
  })
})
