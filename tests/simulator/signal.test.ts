import { expect, test } from 'bun:test'
import { seededRandom } from '../../src/simulator/wire/random'
import { SignalDevice } from '../../src/simulator/wire/signal'

const ANA = { lid: '1', device: 0 }
const BIA = { lid: '2', device: 0 }

async function acquainted() {
  const random = seededRandom(1)
  const [ana, bia] = [SignalDevice.make(random), SignalDevice.make(random)]
  const write = async (from: 'ana' | 'bia', text: string) =>
    from === 'ana' ? ana.encrypt(BIA, Buffer.from(text)) : bia.encrypt(ANA, Buffer.from(text))
  const read = async (by: 'ana' | 'bia', sealed: Awaited<ReturnType<typeof write>>) =>
    (by === 'ana' ? await ana.decrypt(BIA, sealed) : await bia.decrypt(ANA, sealed)).toString()
  const begin = () => ana.begin(BIA, bia.offerBundle(random))
  await begin()
  expect(await read('bia', await write('ana', 'oi'))).toBe('oi')
  expect(await read('ana', await write('bia', 'olá'))).toBe('olá')
  return { ana, bia, write, read, begin }
}

test('a message of the old session that crosses a new one is decrypted, and the new one continues', async () => {
  const { write, read, begin } = await acquainted()
  const crossing = await write('ana', 'ainda na antiga')
  await begin()
  expect(await read('bia', await write('ana', 'já na nova'))).toBe('já na nova')
  expect(await read('ana', await write('bia', 'resposta'))).toBe('resposta')
  expect(await read('bia', crossing)).toBe('ainda na antiga')
  for (const text of ['um', 'dois', 'três']) {
    expect(await read('bia', await write('ana', text))).toBe(text)
    expect(await read('ana', await write('bia', text))).toBe(text)
  }
})

test('an undecryptable message damages no session', async () => {
  const { write, read } = await acquainted()
  const sealed = await write('ana', 'inteira')
  const spoiled = Buffer.from(sealed.body)
  spoiled[spoiled.length - 1] = (spoiled.at(-1) ?? 0) ^ 1
  expect(await read('bia', { ...sealed, body: spoiled }).catch(() => 'unreadable')).toBe('unreadable')
  expect(await read('bia', sealed)).toBe('inteira')
  expect(await read('bia', sealed).catch(() => 'known')).toBe('known')
})

test('a device restored from its saved state continues where it was', async () => {
  const { ana, bia, write } = await acquainted()
  const restored = SignalDevice.restore(JSON.parse(JSON.stringify(bia.save())))
  expect((await restored.decrypt(ANA, await write('ana', 'de volta'))).toString()).toBe('de volta')
  const answer = await restored.encrypt(ANA, Buffer.from('que bom'))
  expect((await ana.decrypt(BIA, answer)).toString()).toBe('que bom')
})

test('closing a session prints no keys', async () => {
  const printed: unknown[] = []
  const { info, warn } = console
  console.info = console.warn = (...words) => void printed.push(words)
  try {
    const { begin, write, read } = await acquainted()
    await begin()
    await read('bia', await write('ana', 'nova'))
  } finally {
    Object.assign(console, { info, warn })
  }
  expect(printed).toEqual([])
})
