/** Who may forward to a node, and to whom a node forwards. */
import { describe, expect, test } from 'bun:test'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { SignJWT } from 'jose'
import { createPasses, isNodeName, type NodeCertificate, tlsNameOf } from '../../src/fleet/forwarding/identity'
import { HOUR, systemClock } from '../../src/platform/time'
import { newAuthority } from '../support/fleet-certificates'
import { COMPANY, newFleet } from '../support/fleet-nodes'

const ENVELOPE = {
  'balcao-fleet-protocol': '1',
  'balcao-fleet-company': COMPANY,
  'balcao-fleet-address': '203.0.113.7',
  'balcao-fleet-scheme': 'https',
}

function oneNode() {
  const fleet = newFleet()
  const b = fleet.open('b', {
    handle: ({ visitor, request, server }) => new Response(visitor.addressOf(request, server as never)),
  })
  fleet.move(COMPANY, 'b')
  type Client = Partial<NodeCertificate>
  const ask = (client: Client, pass: string, headers: Record<string, string> = {}) =>
    fetch(b.self.url, {
      headers: { ...ENVELOPE, 'balcao-fleet-pass': pass, ...headers },
      tls: { ...client, ca: fleet.authority.ca, serverName: tlsNameOf('b') },
      keepalive: false,
    } as RequestInit)
  const passOf = (certificate: NodeCertificate, to = 'b', clock = systemClock) => createPasses(certificate, clock)(to)
  return { fleet, b, ask, passOf }
}

const refusalOf = (response: Response) => response.headers.get('balcao-fleet-refusal')

describe('the inner listener', () => {
  test('takes requests of a node with its pass, and believes what they say of the person', async () => {
    const { fleet, ask, passOf } = oneNode()
    const a = fleet.authority.node('a')
    expect(await (await ask(a, await passOf(a))).text()).toBe('203.0.113.7')
  })

  test('closes connections without a certificate, with an expired one, and with one of another authority', async () => {
    const { fleet, ask, passOf } = oneNode()
    const good = await passOf(fleet.authority.node('a'))
    const strangers = {
      none: {},
      expired: fleet.authority.expiredNode('a'),
      other: newAuthority().node('a'),
      same: newAuthority('fleet').node('a'),
    }
    for (const client of Object.values(strangers)) {
      const { cert, key } = client as Partial<NodeCertificate>
      expect(
        await ask(cert && key ? { cert, key } : {}, good).then(
          ({ status }) => status,
          () => 'closed',
        ),
      ).toBe('closed')
    }
  })

  test('refuses passes that no node has made for it', async () => {
    const { fleet, ask, passOf } = oneNode()
    const { authority } = fleet
    const [a, server] = [authority.node('a'), authority.other('nats.example')]
    const signedBy = async (key: string, cert: string, claims: object = {}, alg = 'ES256') =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg, x5c: [new X509Certificate(cert).raw.toString('base64')] })
        .setAudience('b')
        .setExpirationTime(Math.floor(Date.now() / 1000) + 60)
        .sign(createPrivateKey(key))
    const good = await passOf(a)
    const [header = '', payload = ''] = good.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const withoutEnd = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', x5c: [new X509Certificate(a.cert).raw.toString('base64')] })
      .setAudience('b')
      .sign(createPrivateKey(a.key))
    const passes = {
      none: '',
      garbage: 'garbage',
      unsigned: none,
      changed: `${header}.${payload}.${'A'.repeat(86)}`,
      'for another node': await passOf(a, 'c'),
      'of a program that is no node': await signedBy(server.key, server.cert),
      'with the certificate of a node and the key of another program': await signedBy(server.key, a.cert),
      'of another authority': await passOf(newAuthority().node('a')),
      'of another authority of the same name': await passOf(newAuthority('fleet').node('a')),
      'of an expired certificate': await passOf(authority.expiredNode('a')),
      'of long ago': await passOf(a, 'b', () => Date.now() - 30 * HOUR),
      'without an end': withoutEnd,
      'without a certificate': await new SignJWT({})
        .setProtectedHeader({ alg: 'ES256' })
        .setAudience('b')
        .setExpirationTime('1h')
        .sign(createPrivateKey(a.key)),
    }
    for (const [name, pass] of Object.entries(passes)) {
      const answered = await ask(server, pass)
      expect([name, answered.status, refusalOf(answered)]).toEqual([name, 403, 'stranger'])
      expect(await answered.text()).toContain('does not name a node')
    }
    expect((await ask(server, await signedBy(a.key, a.cert))).status).toBe(200)
  })

  test('takes passes of nodes whose clocks are an hour off', async () => {
    const { fleet, ask, passOf } = oneNode()
    const a = fleet.authority.node('a')
    for (const off of [-25 * HOUR, -HOUR, HOUR])
      expect((await ask(a, await passOf(a, 'b', () => Date.now() + off))).status).toBe(200)
  })

  test('refuses in words what it does not understand', async () => {
    const { fleet, ask, passOf } = oneNode()
    const a = fleet.authority.node('a')
    const pass = await passOf(a)
    for (const protocol of ['', '0', '2', '1.0', '1, 1', 'x'.repeat(1000)]) {
      const answered = await ask(a, pass, { 'balcao-fleet-protocol': protocol })
      expect([answered.status, refusalOf(answered), answered.headers.get('balcao-fleet-speaks')]).toEqual([
        421,
        'protocol',
        '1',
      ])
      expect(await answered.text()).toContain('does not speak that forwarding protocol. It speaks 1.')
    }
    const wrong = [
      { 'balcao-fleet-company': '' },
      { 'balcao-fleet-company': '../control' },
      { 'balcao-fleet-company': 'x'.repeat(65) },
      { 'balcao-fleet-address': '' },
      { 'balcao-fleet-address': '203.0.113.7, 6.6.6.6' },
      { 'balcao-fleet-address': 'evil' },
      { 'balcao-fleet-scheme': '' },
      { 'balcao-fleet-scheme': 'ftp' },
    ]
    for (const headers of wrong) expect(refusalOf(await ask(a, pass, headers))).toBe('malformed')
    expect(refusalOf(await ask(a, pass, { 'balcao-fleet-company': 'control' }))).toBe('elsewhere')
  })
})

describe('a node forwards only to the node that owns the company', () => {
  const answeredBy = async (certificate: (authority: ReturnType<typeof newAuthority>) => NodeCertificate) => {
    const fleet = newFleet()
    const a = fleet.open('a', { handle: () => new Response('a'), moveWithin: 50 })
    fleet.open('b', { handle: () => new Response('b'), certificate: certificate(fleet.authority) })
    fleet.move(COMPANY, 'b')
    const headers = { 'x-company': COMPANY }
    const read = await fetch(a.url, { headers })
    const written = await fetch(a.url, { headers, method: 'POST', body: 'x' })
    return [read.status, written.status]
  }

  test.each([
    ['the certificate of another node', (authority) => authority.node('c')],
    ['an expired certificate', (authority) => authority.expiredNode('b')],
    ['the certificate of another program', (authority) => authority.other('127.0.0.1')],
    ['a certificate of another authority', (authority) => ({ ...newAuthority().node('b'), ca: authority.ca })],
  ] as [string, (authority: ReturnType<typeof newAuthority>) => NodeCertificate][])(
    'not to one with %s',
    async (_, certificate) => {
      expect(await answeredBy(certificate)).toEqual([503, 503])
    },
  )

  test('but to one with its own', async () => {
    expect(await answeredBy((authority) => authority.node('b'))).toEqual([200, 200])
  })
})

describe('nodes that are one version apart', () => {
  const between = async (newer: readonly string[], older: readonly string[], from: 'newer' | 'older') => {
    const fleet = newFleet()
    const [mine, others] = from === 'newer' ? [newer, older] : [older, newer]
    const a = fleet.open('a', { handle: () => new Response('a'), protocols: mine, moveWithin: 200 })
    fleet.open('b', { handle: async ({ request }) => new Response(await request.text()), protocols: others })
    fleet.move(COMPANY, 'b')
    const answered = await fetch(a.url, { headers: { 'x-company': COMPANY }, method: 'POST', body: 'x' })
    return { status: answered.status, text: await answered.text(), warnings: a.warnings }
  }
  test('agree on what both speak', async () => {
    expect(await between(['2', '1'], ['1'], 'newer')).toMatchObject({ status: 200, text: 'x' })
    expect(await between(['2', '1'], ['1'], 'older')).toMatchObject({ status: 200, text: 'x' })
    expect(await between(['3', '2'], ['2', '1'], 'newer')).toMatchObject({ status: 200, text: 'x' })
  })
  test('that have nothing in common refuse, and say so in the log', async () => {
    for (const from of ['newer', 'older'] as const) {
      const { status, warnings } = await between(['3', '2'], ['1'], from)
      expect([status, warnings]).toEqual([503, [{ node: 'b', refusal: 'protocol' }]])
    }
  })
})

test('names of nodes are short labels', () => {
  for (const name of ['a', 'node-1', '7', 'x'.repeat(40)]) expect(isNodeName(name)).toBe(true)
  for (const name of ['', '-a', 'a-', 'A', 'a.b', 'a b', 'ç', 'x'.repeat(41)]) expect(isNodeName(name)).toBe(false)
})
