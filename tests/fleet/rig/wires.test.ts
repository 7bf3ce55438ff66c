/** The wires that the rig cuts. */
import { describe, expect, test } from 'bun:test'
import { afterThisTest } from '../../survival/support/cleanups'
import { until } from '../../survival/support/until'
import { openWires } from './wires'

async function openEcho() {
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket, bytes) => void socket.write(bytes) },
  })
  afterThisTest(() => server.stop(true))
  const wires = await openWires({ a: server.port })
  let heard = ''
  let isClosed = false
  const client = await Bun.connect({
    hostname: '127.0.0.1',
    port: wires.portOf('a'),
    socket: {
      data: (_socket, bytes) => {
        heard += bytes.toString()
      },
      close: () => {
        isClosed = true
      },
    },
  })
  return { server, wires, client, heard: () => heard, isClosed: () => isClosed }
}

describe('a wire', () => {
  test.each([
    ['both directions', {}],
    ['one direction', { up: true }],
    ['the other', { down: true }],
  ])('that is cut in %s holds everything, and delivers it in order when it is mended', async (_name, directions) => {
    const { wires, client, heard } = await openEcho()
    client.write('one ')
    await until(() => heard() === 'one ')
    await wires.cut('a', directions)
    client.write('two ')
    client.write('three')
    const other = await openEcho()
    other.client.write('meanwhile')
    await until(() => other.heard() === 'meanwhile') // by then, they would have come
    expect(heard()).toBe('one ')
    await wires.mend('a')
    await until(() => heard() === 'one two three')
  })

  test('that is slow delivers later, and an end is delivered, too', async () => {
    const { wires, client, heard, isClosed, server } = await openEcho()
    await wires.slow('a', 50)
    const began = performance.now()
    client.write('one')
    await until(() => heard() === 'one')
    expect(performance.now() - began).toBeGreaterThan(50)
    server.stop(true)
    await until(isClosed)
  })
})
