/** What a request reveals about its client. */
import { describe, expect, test } from 'bun:test'
import { privateNetworks } from '../../src/platform/networks'
import { createVisitor } from '../../src/platform/visitor'

describe('the visitor', () => {
  const plain = createVisitor({ trustProxy: [], publicUrl: null })
  const behind = createVisitor({ trustProxy: privateNetworks, publicUrl: 'https://atende.example' })
  const request = (headers: Record<string, string>) => new Request('http://localhost:8080/x', { headers })
  const server = { requestIP: () => ({ address: '10.0.0.9' }) }

  test('has the address of the socket; only a trusted proxy’s header counts, and only its own entry', () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 1.2.3.4' }
    expect(plain.addressOf(request(headers), server)).toBe('10.0.0.9')
    expect(behind.addressOf(request(headers), server)).toBe('1.2.3.4')
    expect(plain.addressOf(request({}), null)).toBe('unknown')
    const seenAs = (forwarded: string) => behind.addressOf(request({ 'x-forwarded-for': forwarded }), server)
    expect(['1.2.3.4:5678', '[2001:db8::1]:443', '[::1]', '2001:db8::1'].map(seenAs)).toEqual([
      '1.2.3.4',
      '2001:db8::1',
      '::1',
      '2001:db8::1',
    ])
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::', '2001:db8:1:0::/64'],
    ['2001::7:3:4:5:6', '2001:0:0:7::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '::1'],
    ['::ffff:1.2.3.4', '1.2.3.4'], // the same client at a port for both kinds of addresses
    ['1.2.3.4', '1.2.3.4'],
    ['nonsense', 'nonsense'],
  ])('at %s belongs to network %s', (address, network) => {
    expect(plain.networkOf(request({}), { requestIP: () => ({ address }) })).toBe(network)
  })

  const peer = (address: string) => ({ requestIP: () => ({ address }) })

  test.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['172.31.255.255', true],
    ['192.168.0.7', true],
    ['100.64.0.1', true],
    ['fd12:3456::1', true],
    ['fe80::1%eth0', true],
    ['172.32.0.1', false],
    ['100.128.0.1', false],
    ['192.169.0.1', false],
    ['203.0.113.5', false],
    ['::ffff:203.0.113.5', false],
    ['2001:db8::1', false],
    ['', false],
  ])('at %s counts as a trusted proxy: %p', (address, may) => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-host': 'x.example', 'x-forwarded-proto': 'https' }
    const from = peer(address)
    expect(behind.addressOf(request(headers), from)).toBe(may ? '198.51.100.7' : address.replace('::ffff:', ''))
    expect(behind.hostsOf(request(headers), from).includes('x.example')).toBe(may)
    expect(behind.isOwnOrigin(request({ ...headers, origin: 'https://x.example' }), from)).toBe(may)
    const http = createVisitor({ trustProxy: privateNetworks, publicUrl: null })
    expect(http.cookie(request(headers), from, { name: 'a', value: 'b', life: 1000 }).includes('Secure')).toBe(may)
    const trusting = createVisitor({ trustProxy: ['203.0.113.0/24', '2001:db8::1'], publicUrl: null })
    expect(trusting.addressOf(request(headers), from) === '198.51.100.7').toBe(
      ['203.0.113.5', '::ffff:203.0.113.5', '2001:db8::1'].includes(address),
    )
  })

  test.each([
    [{}, true],
    [{ origin: 'http://localhost:8080', host: 'localhost:8080' }, true],
    [{ origin: 'http://localhost:9999', host: 'localhost:8080' }, false],
    [{ origin: 'https://evil.example', host: 'localhost:8080' }, false],
    [{ origin: 'null', host: 'localhost:8080' }, false],
    [{ origin: '', host: 'localhost:8080' }, false],
    [{ origin: 'https://localhost:8080.evil.example', host: 'localhost:8080' }, false],
    [{ origin: 'https://evil.example', host: 'localhost:8080', 'x-forwarded-host': 'evil.example' }, false],
  ])('with %j comes from our own origin: %p', (headers, own) =>
    expect(plain.isOwnOrigin(request(headers as Record<string, string>), server)).toBe(own),
  )

  test('has the public origin as its own, behind a proxy too', () => {
    expect(behind.isOwnOrigin(request({ origin: 'https://atende.example', host: '127.0.0.1' }), server)).toBe(true)
    expect(
      behind.isOwnOrigin(
        request({ origin: 'https://x.example', host: '127.0.0.1', 'x-forwarded-host': 'x.example' }),
        server,
      ),
    ).toBe(true)
  })

  test('behind an untrusted proxy on this machine is reported once', () => {
    let warnings = 0
    const visitor = createVisitor({ trustProxy: [], publicUrl: null, untrustedProxy: () => void warnings++ })
    const forwarded = request({ 'x-forwarded-for': '1.2.3.4' })
    visitor.addressOf(forwarded, peer('10.0.0.9')) // anybody can send this header
    visitor.addressOf(request({}), peer('127.0.0.1'))
    expect(warnings).toBe(0)
    for (let lap = 0; lap < 2; lap++) expect(visitor.addressOf(forwarded, peer('127.0.0.1'))).toBe('127.0.0.1')
    expect(warnings).toBe(1)
  })

  test('may have opened the page under the requested host or the public one', () => {
    const headers = { host: '127.0.0.1:8080', 'x-forwarded-host': 'desk.example' }
    expect(plain.hostsOf(request(headers), server)).toEqual(['127.0.0.1:8080'])
    expect(behind.hostsOf(request(headers), server)).toEqual(['atende.example', 'desk.example'])
    expect(behind.hostsOf(request({ host: 'atende.example' }), server)).toEqual(['atende.example'])
  })

  test('has the cookies and tokens that it sent', () => {
    const read = (cookie: string) => plain.readCookie(request({ cookie }), 'b')
    expect([read('b=1'), read('a=0; b=1; c=2'), read('ab=1'), read('b='), read('x')]).toEqual([
      '1',
      '1',
      undefined,
      undefined,
      undefined,
    ])
    expect([
      plain.bearerOf(request({ authorization: 'Bearer abc' })),
      plain.bearerOf(request({ authorization: 'bearer abc' })),
      plain.bearerOf(request({})),
    ]).toEqual(['abc', null, null])
  })
})
