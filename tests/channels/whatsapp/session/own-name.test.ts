/** The account's own name is read from the phone's collections, and other content in them does no harm. */
import { afterEach, expect } from 'bun:test'
import * as baileys from '@whiskeysockets/baileys'
import type { Limits } from '../../../../src/channels/whatsapp/limits'
import {
  type Change,
  Collection,
  type CollectionKey,
  collectionKeyOf,
} from '../../../../src/simulator/linking/collections'
import { encryptFile } from '../../../../src/simulator/media/store'
import type { Connection } from '../../../../src/simulator/wire/connection'
import { type BinaryNode, child, children, node, result } from '../../../../src/simulator/wire/nodes'
import { seededRandom } from '../../../../src/simulator/wire/random'
import { test } from '../../../support/trace'
import { COMPANY, PATIENT, until } from '../support'
import { afterThisTest, runCleanups, testbed } from '../testbed'

afterEach(runCleanups)

const { proto } = baileys
const NAMES = 'critical_block'
const SEED = 11

const named = (name: string): Change => ({ index: ['setting_pushName'], value: { pushNameSetting: { name } } })
const locale: Change = { index: ['setting_locale'], value: { localeSetting: { locale: 'pt' } } }

type Answer = (key: CollectionKey, connection: Connection, question: BinaryNode) => BinaryNode[] | undefined

/** A phone about to be linked; the test answers queries for its collections. */
async function sharing(limits: Partial<Limits> = {}) {
  const all = await testbed({ limits: { ...limits, ownName: 20 } })
  const asked: string[] = []
  const namesSent: string[] = []
  let line: Connection | undefined
  let answer: Answer = () => []
  all.simulator.intercept((connection, stanza) => {
    if (stanza.tag === 'presence' && stanza.attrs.name && !stanza.attrs.type) namesSent.push(stanza.attrs.name)
    if (!connection.account || stanza.attrs.xmlns !== 'w:sync:app:state') return undefined
    line = connection
    asked.push(...children(child(stanza, 'sync'), 'collection').map(({ attrs }) => attrs.name ?? ''))
    const collections = answer(collectionKeyOf(connection.account), connection, stanza)
    if (collections) connection.send(result(stanza, [node('sync', {}, collections)]))
    return 'drop'
  })
  const link = async (first: Answer) => {
    answer = first
    await all.session.link(all.company)
    await until(() => asked.length > 0)
  }
  /** WhatsApp reports a change and returns it when queried. */
  const news = (next: Answer, names: readonly string[] = [NAMES]) => {
    answer = next
    const about = names.map((name) => node('collection', { name, version: 9 }))
    const attrs = { id: `NEWS${asked.length}`, from: '@s.whatsapp.net', type: 'server_sync', t: '1700000000' }
    line?.send(node('notification', attrs, about))
  }
  const joaoIsHeard = async () => {
    const text = `oi ${all.session.messages.length}`
    await all.joao.say(COMPANY, text)
    await all.session.hears(text, 15_000)
  }
  return { ...all, asked, namesSent, link, news, joaoIsHeard }
}

const inPatches = (...patches: readonly Uint8Array[]) => [
  node('collection', { name: NAMES, version: 1 }, [
    node(
      'patches',
      {},
      patches.map((patch) => node('patch', {}, patch)),
    ),
  ]),
]
const patched =
  (...changes: readonly Change[]): Answer =>
  (key) =>
    inPatches(new Collection(NAMES, key).patch(changes))
const referred = (blob: baileys.proto.IExternalBlobReference) => [
  node('collection', { name: NAMES, version: 1 }, [
    node('snapshot', {}, proto.ExternalBlobReference.encode(blob).finish()),
  ]),
]

test('reads the name with the first key and after changes, and queries no unused collection', async () => {
  const { asked, namesSent, link, news, simulator, joaoIsHeard } = await sharing()
  const mediaKey = Buffer.alloc(32, 7)
  let snapshot: Uint8Array | undefined
  await link((key) => {
    const collection = new Collection(NAMES, key)
    collection.patch([named('Loja do Zé'), locale])
    snapshot = collection.snapshot()
    return referred({ mediaKey, directPath: '/mms/d/names' })
  })
  // Queried before the file is there: the next change notification brings it.
  const body = encryptFile('collection', mediaKey, Buffer.from(snapshot ?? []))
  await fetch(`${simulator.origin}/mms/d/names`, { method: 'POST', body: new Uint8Array(body) })
  news(() => referred({ mediaKey, directPath: '/mms/d/names' }))
  await until(() => namesSent.at(-1) === 'Loja do Zé')
  news(patched(named('Loja da Ana'), locale))
  await until(() => namesSent.at(-1) === 'Loja da Ana')
  const before = asked.length
  news(() => [], ['regular_high', 'critical_unblock_low', 'regular', 'regular_low', 'unheard_of'])
  await joaoIsHeard()
  expect(asked.length).toBe(before)
  expect(new Set(asked)).toEqual(new Set([NAMES]))
})

test('customers’ messages wait neither for a missing answer nor for an endless file', async () => {
  const { link, news, joaoIsHeard, namesSent, asked } = await sharing()
  const drip = Bun.serve({
    port: 0,
    fetch: () =>
      new Response(new ReadableStream({ pull: (to) => Bun.sleep(20).then(() => to.enqueue(Buffer.alloc(16))) })),
  })
  afterThisTest(() => drip.stop(true))
  await link(() => undefined)
  await joaoIsHeard()
  news(() => [])
  await until(() => asked.length === 2)
  const directPath = `//127.0.0.1:${drip.port}/drip`
  news(() => referred({ mediaKey: Buffer.alloc(32), directPath }))
  await joaoIsHeard()
  await until(() => asked.length === 3)
  news(patched(named('Loja da Ana')))
  await until(() => namesSent.at(-1) === 'Loja da Ana', 15_000)
})

const random = seededRandom(SEED)
const { REMOVE } = proto.SyncdMutation.SyncdOperation
const rubbish = (...sizes: readonly number[]): Answer[] => sizes.map((size) => () => inPatches(random.bytes(size)))
const mutated =
  (change: (mutation: baileys.proto.ISyncdMutation) => unknown): Answer =>
  (key) => {
    const patch = proto.SyncdPatch.decode(new Collection(NAMES, key).patch([named('Ninguém')]))
    for (const mutation of patch.mutations) change(mutation)
    return inPatches(proto.SyncdPatch.encode(patch).finish())
  }
const MALLORY: CollectionKey = { id: Buffer.alloc(6, 1), data: Buffer.alloc(32, 2) }

/** None of these has a valid name. */
const nothing: readonly (readonly [string, Answer])[] = [
  ['no collection', () => []],
  ['another one', () => [node('collection', { name: 'regular', version: 1 })]],
  [
    'a refusal',
    (_key, connection, { attrs }) =>
      void connection.send(
        node('iq', { id: attrs.id, type: 'error', from: '@s.whatsapp.net' }, [node('error', { code: 500 })]),
      ),
  ],
  ['a removal', (key) => inPatches(new Collection(NAMES, key).patch([{ ...named('Ninguém'), isRemoval: true }]))],
  ['no value', patched({ index: ['setting_pushName'], value: {} })],
  ['an empty name', patched(named(''))],
  ['a name in which nothing is visible', patched(named('\u202e\0\n'))],
  ['an unknown key', () => inPatches(new Collection(NAMES, MALLORY).patch([named('Ninguém')]))],
  [
    'our key’s id and another key',
    (key) => inPatches(new Collection(NAMES, { ...MALLORY, id: key.id }).patch([named('Ninguém')])),
  ],
  ['no record', mutated((mutation) => Object.assign(mutation, { record: null }))],
  ['no index', mutated(({ record }) => Object.assign(record ?? {}, { index: null }))],
  ['no value blob', mutated(({ record }) => Object.assign(record ?? {}, { value: null }))],
  ['a short blob', mutated(({ record }) => Object.assign(record ?? {}, { value: { blob: Buffer.alloc(3) } }))],
  ['another operation', mutated((mutation) => Object.assign(mutation, { operation: REMOVE }))],
  ...rubbish(0, 1, 40, 3_000).map((answer, at) => [`rubbish ${at}`, answer] as const),
  ...[
    '@localhost:1/x',
    '//localhost:1/x',
    '/../../etc/passwd',
    'file:///etc/passwd',
    'http://169.254.169.254/',
    '',
    '\0',
  ].map(
    (directPath) => [`a file at ${directPath}`, () => referred({ mediaKey: Buffer.alloc(32), directPath })] as const,
  ),
  ['a file without a key', () => referred({ directPath: '/mms/d/names' })],
  ['a file that is none', () => [node('collection', { name: NAMES }, [node('snapshot', {}, random.bytes(50))])]],
]

/** Contradictory entries: the last one counts, truncated to the length of a name. */
const contradictory: readonly (readonly [string, Answer, string])[] = [
  ['set, removed and set in one patch', patched(named('A'), { ...named('A'), isRemoval: true }, named('Um')), 'Um'],
  [
    'versions that go back',
    (key) => {
      const collection = new Collection(NAMES, key)
      const patches = ['A', 'Dois'].map((name, at) => {
        collection.version = 2 ** 31 - 100 * at
        return collection.patch([named(name)])
      })
      return inPatches(...patches)
    },
    'Dois',
  ],
  [
    'thousands of patches',
    (key) => {
      const collection = new Collection(NAMES, key)
      return inPatches(
        ...Array.from({ length: 3_000 }, () => collection.patch([locale])),
        collection.patch([named('Três')]),
      )
    },
    'Três',
  ],
  ['a name of a megabyte', patched(named('Q'.repeat(2 ** 20))), 'Q'.repeat(100)],
]

test(`whatever is in the collections, the account keeps its name and messages arrive (seed ${SEED})`, async () => {
  const { asked, namesSent, link, news, joaoIsHeard, session } = await sharing(PATIENT)
  await link(patched(named('Zero')))
  await until(() => namesSent.at(-1) === 'Zero')
  for (const [, answer] of nothing) {
    const before = asked.length
    news(answer)
    await until(() => asked.length === before + 1)
  }
  await joaoIsHeard()
  expect(namesSent.filter((name) => !['Loja Centro', 'Zero'].includes(name))).toEqual([])
  for (const [, answer, name] of contradictory) {
    news(answer)
    await until(() => namesSent.at(-1) === name)
    await joaoIsHeard()
  }
  expect(session.logged.filter(({ level }) => level !== 'info')).toEqual([])
  expect(session.news.at(-1)?.status).toBe('CONNECTED')
})
