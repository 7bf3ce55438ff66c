/** Leases, owners and claims: small values that only those change who know the present one. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openBucket } from '../../../src/fleet/jetstream/buckets'
import { type Nats, startNats } from '../../support/nats'
import { until } from '../../support/until'
import { type OpenedLog, openLog } from './opened'

type Owner = { readonly node: string; readonly epoch: number }

let nats: Nats
let opened: OpenedLog
beforeAll(async () => {
  nats = await startNats()
  opened = await openLog(nats, { nodeTtlMs: 3000 })
})
afterAll(async () => {
  await opened?.close()
  await nats?.stop()
})

const owners = () => openBucket<Owner>(opened.connection, 'owners')
const owner = (node: string, epoch = 1): Owner => ({ node, epoch })

describe('a key', () => {
  test('is created once, changed from a known revision, removed, and created again', async () => {
    const bucket = owners()
    const key = crypto.randomUUID()
    expect(await bucket.get(key)).toBeUndefined()
    const first = (await bucket.create(key, owner('a'))) ?? 0
    expect(await bucket.get(key)).toEqual({ value: owner('a'), revision: first })
    expect(await bucket.create(key, owner('b'))).toBeUndefined()
    const second = (await bucket.update(key, owner('b'), first)) ?? 0
    expect(await bucket.update(key, owner('c'), first)).toBeUndefined()
    expect(await bucket.remove(key, first)).toBe(false)
    expect(await bucket.get(key)).toEqual({ value: owner('b'), revision: second })
    expect(await bucket.remove(key, second)).toBe(true)
    expect(await bucket.remove(key, second)).toBe(false)
    expect(await bucket.get(key)).toBeUndefined()
    expect(await bucket.update(key, owner('c'), second)).toBeUndefined()
    expect(await bucket.create(key, owner('d'))).toBeGreaterThan(second)
  })

  test('goes to one of many who create it at the same time', async () => {
    const key = crypto.randomUUID()
    const revisions = await Promise.all(
      Array.from({ length: 40 }, (_, at) => owners().create(key, owner(`node ${at}`))),
    )
    expect(revisions.filter((revision) => revision !== undefined)).toHaveLength(1)
    const winner = revisions.findIndex((revision) => revision !== undefined)
    expect((await owners().get(key))?.value).toEqual(owner(`node ${winner}`))
  })

  test('may be any text', async () => {
    const claims = openBucket<string>(opened.connection, 'claims')
    for (const key of ['ana.maria+1@exemplo.com.br', 'ção *>. =', '..', '55 11 99999-0000', '=41', 'A']) {
      expect(await claims.create(key, key)).toBeGreaterThan(0)
      expect((await claims.get(key))?.value).toBe(key)
    }
  })
})

describe('who watches', () => {
  test('learns what there is, every change, and what changed while the server was away', async () => {
    const nodes = openBucket<Owner>(opened.connection, 'claims')
    const [kept, removed, lost] = ['kept', 'removed', 'lost'].map((name) => `${name}.${crypto.randomUUID()}`)
    if (!kept || !removed || !lost) throw new Error('no keys')
    const first = (await nodes.create(kept, owner('a'))) ?? 0
    const seen = new Map<string, Owner | undefined>()
    const watch = await nodes.watch((key, entry) => void seen.set(key, entry?.value))
    expect(seen.get(kept)).toEqual(owner('a'))
    const gone = (await nodes.create(removed, owner('b'))) ?? 0
    const missed = (await nodes.create(lost, owner('b'))) ?? 0
    const second = (await nodes.update(kept, owner('a', 2), first)) ?? 0
    await until(() => seen.get(kept)?.epoch === 2 && seen.get(removed) && seen.get(lost), 'the changes')
    await nodes.remove(removed, gone)
    await until(() => seen.has(removed) && seen.get(removed) === undefined, 'the removal')

    const [server] = nats.servers
    await server?.kill()
    await server?.start()
    await nodes.remove(lost, missed)
    await nodes.update(kept, owner('a', 3), second)
    await until(() => seen.get(kept)?.epoch === 3 && seen.get(lost) === undefined, 'what changed meanwhile')
    watch.stop()
    await nodes.create(removed, owner('c'))
    expect(seen.get(removed)).toBeUndefined()
  })

  test('a node’s entry that is not renewed expires, and those who watch learn it', async () => {
    const nodes = openBucket<Owner>(opened.connection, 'nodes')
    const seen = new Map<string, Owner | undefined>()
    const watch = await nodes.watch((key, entry) => void seen.set(key, entry?.value))
    let revision = (await nodes.create('alive', owner('alive'))) ?? 0
    await nodes.create('dead', owner('dead'))
    await until(() => seen.get('alive') && seen.get('dead'), 'both nodes')
    const renewing = setInterval(async () => {
      revision = (await nodes.update('alive', owner('alive'), revision)) ?? 0
    }, 1000)
    await until(() => seen.has('dead') && seen.get('dead') === undefined, 'the end of the dead node', 40_000)
    clearInterval(renewing)
    expect(seen.get('alive')).toEqual(owner('alive'))
    expect(await nodes.get('dead')).toBeUndefined()
    expect(await nodes.create('dead', owner('dead'))).toBeGreaterThan(0)
    watch.stop()
  })
})
