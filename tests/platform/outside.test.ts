import { expect, test } from 'bun:test'
import { askOutside, isPublic, OutsideFailed } from '../../src/platform/outside'

test('tells public addresses from all others', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '200.160.2.3', '2606:4700::1111', '2800:3f0::1'])
    expect([address, isPublic(address)]).toEqual([address, true])
  const others = [
    ...['127.0.0.1', '10.0.0.1', '172.31.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', 'localhost', ''],
  ]
  for (const address of others) expect([address, isPublic(address)]).toEqual([address, false])
})

const faultOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'none',
    (error: unknown) => (error instanceof OutsideFailed ? error.fault : error),
  )

test('a server that is too slow or sends too much is abandoned', async () => {
  const server = Bun.serve({
    port: 0,
    fetch: ({ url }) =>
      url.endsWith('/late') ? Bun.sleep(5000).then(() => new Response()) : new Response('x'.repeat(11)),
  })
  const ask = (path: string, most: number) =>
    askOutside({
      ...{ url: `http://localhost:${server.port}${path}`, method: 'GET', headers: {}, reach: 'any', limit: 300, most },
      left: new AbortController().signal,
    })
  expect(await faultOf(ask('/late', 10))).toBe('timeout')
  expect(await faultOf(ask('/', 10))).toBe('tooLong')
  expect(await ask('/', 11)).toEqual({ status: 200, body: 'x'.repeat(11) })
  await server.stop(true)
})
