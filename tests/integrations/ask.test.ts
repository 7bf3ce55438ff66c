/** What runners ask other servers through. */
import { afterAll, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { createAsking } from '../../src/features/integrations/ask'
import { allowNothing, OutsideFailed } from '../../src/platform/outside'
import { allowLocal } from '../support/webhook-receiver'
import { world } from '../support/world'

/** Announces 1,000 bytes, sends a few, and closes or falls silent by the path. */
const rough = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', (asked) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"output":')
    if (String(asked).includes('/cut')) setTimeout(() => socket.destroy(), 10)
  })
})
await new Promise<void>((done) => rough.listen(0, '127.0.0.1', done))
afterAll(() => void rough.close())
const at = rough.address()
const url = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`

const asking = (limit = 5000, allowed = allowLocal) => {
  const { server, cx } = world()
  const left = new AbortController().signal
  return createAsking({ cx, encryption: server.encryptionFor('integrations'), allowed, left, limit, services: server })
}
const faultOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof OutsideFailed ? error.fault : error),
  )

test('an answer cut in the middle is a fault, and in the list', async () => {
  const { context, calls } = asking()
  expect(await faultOf(context.ask({ url: `${url}/cut?token=segredo`, method: 'POST', headers: {} }))).toBe(
    'unreachable',
  )
  expect(calls).toMatchObject([{ what: 'POST /cut', fault: 'unreachable', status: null }])
})

test('all calls of a turn share its time', async () => {
  const { context, calls } = asking(150)
  const since = performance.now()
  expect(await faultOf(context.ask({ url: `${url}/slow`, method: 'GET', headers: {} }))).toBe('timeout')
  expect(await faultOf(context.ask({ url: `${url}/slow`, method: 'GET', headers: {} }))).toBe('timeout')
  expect(performance.now() - since).toBeLessThan(3000)
  expect(calls.map(({ fault }) => fault)).toEqual(['timeout', 'timeout'])
})

test.each(['http://127.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/', 'ftp://x.example/', 'nada'])(
  'reaches no address outside the public internet: %s',
  async (hostile) => {
    const { context } = asking(5000, allowNothing)
    expect(await faultOf(context.ask({ url: hostile, method: 'GET', headers: {} }))).toBe('notPublic')
  },
)
