/** Bot options of a queue: a tree that is saved as a whole or option by option, never half. */
import { describe, expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import { queueUpdated } from '../../src/queues/contract'
import { MOST_OPTIONS, type OptionTree, type SavedOption } from '../../src/queues/options/contract'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'

type Refused = { error: { value: unknown } | null }
const refusal = ({ error }: Refused) => error?.value as { error?: string; details?: { field: string }[] } | undefined // every refusal has this shape
const refusedField = (answer: Refused) =>
  `${refusal(answer)?.error} ${refusal(answer)?.details?.[0]?.field ?? ''}`.trim()

const node = (id: number, title: string, rest: Partial<SavedOption> = {}): SavedOption => ({
  id,
  parentId: null,
  title,
  message: `Sobre ${title}`,
  optionType: 'Texto',
  targetQueueId: null,
  targetUserId: null,
  ...rest,
})
const put = (who: Attendant, options: SavedOption[], id = SALES) => who.api.queue({ id }).options.put({ options })
const treeOf = async (who: Attendant, id = SALES) =>
  (await who.api['queue-options'].get({ query: { queueId: String(id) } })).data ?? []
/** `1 Comprar, 1.1 Sofás …` */
const drawn = (tree: readonly OptionTree[], above = ''): string[] =>
  tree.flatMap(({ option, title, children }) => [
    `${above}${option} ${title}`,
    ...drawn(children, `${above}${option}.`),
  ])
const shown = async (who: Attendant) => drawn(await treeOf(who))

/** Comprar with two children, and Falar. */
const shop = [
  node(-1, 'Comprar'),
  node(-2, 'Sofás', { parentId: -1 }),
  node(-3, 'Mesas', { parentId: -1 }),
  node(-4, 'Falar', { optionType: 'Atendente' }),
]

describe('the whole tree', () => {
  test('is saved in order; existing options keep their ids, those left out are deleted', async () => {
    const w = world()
    const admin = w.admin()
    const { data } = await put(admin, shop)
    expect(data?.options.map(({ title, option }) => `${option} ${title}`)).toEqual([
      '1 Comprar',
      '1 Sofás',
      '2 Mesas',
      '2 Falar',
    ])
    expect(await shown(admin)).toEqual(['1 Comprar', '1.1 Sofás', '1.2 Mesas', '2 Falar'])
    const [buy = 0, , tables = 0, talk = 0] = data?.options.map(({ id }) => id) ?? []
    admin.forget()
    // Falar comes first, Mesas leaves the deleted option, and a new one is below it.
    await put(admin, [
      node(talk, 'Falar', { optionType: 'Atendente' }),
      node(tables, 'Mesas'),
      node(-9, 'Jantar', { parentId: tables }),
    ])
    const tree = await treeOf(admin)
    expect(drawn(tree)).toEqual(['1 Falar', '2 Mesas', '2.1 Jantar'])
    expect(tree.map(({ id }) => id)).toEqual([talk, tables])
    expect(admin.heard(queueUpdated)).toMatchObject([{ queue: { id: SALES } }])
    expect(admin.heard(auditRecorded)).toMatchObject([{ entry: { kind: 'queue', act: 'update', subjectId: SALES } }])
    expect(buy).not.toBe(0)
    const { data: queue } = await admin.api.queue({ id: SALES }).get()
    expect(queue?.figures).toMatchObject({ options: 3 })
  })

  test('refuses what is incomplete or impossible, names the field, and changes nothing', async () => {
    const w = world()
    const admin = w.admin()
    await put(admin, shop)
    const before = await shown(admin)
    const gone = w.attendant()
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', gone.userId)
    const chain = (depth: number) =>
      Array.from({ length: depth }, (_, n) => node(-1 - n, `Nível ${n}`, { parentId: n === 0 ? null : -n }))
    const wrong: [SavedOption[], string][] = [
      [[node(-1, 'A'), node(-2, 'B', { message: ' ' })], 'ERR_QUEUE_OPTION_INCOMPLETE options.1.message'],
      [[node(-1, 'A', { optionType: 'Fila' })], 'ERR_QUEUE_OPTION_INCOMPLETE options.0.targetQueueId'],
      [
        [node(-1, 'A', { optionType: 'Fila', targetQueueId: 99 })],
        'ERR_QUEUE_OPTION_INCOMPLETE options.0.targetQueueId',
      ],
      [
        [node(-1, 'A', { optionType: 'Atendente', targetUserId: gone.userId })],
        'ERR_QUEUE_OPTION_INCOMPLETE options.0.targetUserId',
      ],
      [[node(-1, 'A', { parentId: -2 }), node(-2, 'B', { parentId: -1 })], 'ERR_QUEUE_OPTION_PLACE options.0.parentId'],
      [[node(-1, 'A', { parentId: -7 })], 'ERR_QUEUE_OPTION_PLACE options.0.parentId'],
      [chain(11), 'ERR_QUEUE_OPTION_PLACE options.10.parentId'],
      [[node(77, 'A')], 'ERR_NO_QUEUE_OPTION_FOUND options.0.id'],
      [[node(-1, 'A'), node(-1, 'B')], 'ERR_INVALID_INPUT options'],
      [[node(-1, '  ')], 'ERR_INVALID_INPUT options.0.title'],
      [Array.from({ length: MOST_OPTIONS + 1 }, (_, n) => node(-1 - n, 'A')), 'ERR_INVALID_INPUT options'],
    ]
    for (const [options, expected] of wrong) expect(refusedField(await put(admin, options))).toBe(expected)
    expect(await shown(admin)).toEqual(before)
    expect((await put(admin, chain(10))).status).toBe(200)
    // A file is enough content.
    expect((await put(admin, [node(-1, 'Catálogo', { optionType: 'Arquivo', message: '' })])).status).toBe(200)
    expect(refusedField(await put(admin, shop, 99))).toBe('ERR_NO_QUEUE_FOUND')
  })

  test('keeps an option whose queue or user is gone, shown as broken, until another is chosen', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const { data } = await put(admin, [
      node(-1, 'Assistência', { optionType: 'Fila', targetQueueId: SUPPORT }),
      node(-2, 'Ana', { optionType: 'Atendente', targetUserId: ana.userId }),
    ])
    const broken = async () => (await treeOf(admin)).map(({ isBroken }) => isBroken)
    expect(await broken()).toEqual([false, false])
    await admin.api.queue({ id: SUPPORT }).delete()
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', ana.userId)
    expect(await broken()).toEqual([true, true])
    const kept = (data?.options ?? []).map(({ id, title, message, optionType, targetQueueId, targetUserId }) => ({
      id,
      parentId: null,
      title,
      message,
      optionType,
      targetQueueId,
      targetUserId,
    }))
    expect((await put(admin, kept)).status).toBe(200)
    expect(await broken()).toEqual([true, true])
    await put(
      admin,
      kept.map((one) => ({ ...one, targetQueueId: SALES, targetUserId: null })),
    )
    expect(await broken()).toEqual([false, false])
  })
})

describe('one option', () => {
  test('is added last or at a position, moved, changed, and deleted with its children', async () => {
    const w = world()
    const admin = w.admin()
    const options = admin.api['queue-options']
    const { data } = await put(admin, shop)
    const [buy = 0, sofas = 0] = data?.options.map(({ id }) => id) ?? []
    const fresh = { queueId: SALES, title: 'Entrega', message: 'Em três dias', optionType: 'Texto' as const }
    expect((await options.post(fresh)).data).toMatchObject({ option: 3, parentId: null, title: 'Entrega' })
    expect((await options.post({ ...fresh, title: 'Camas', parentId: buy, option: 2 })).data).toMatchObject({
      option: 2,
    })
    expect(await shown(admin)).toEqual(['1 Comprar', '1.1 Sofás', '1.2 Camas', '1.3 Mesas', '2 Falar', '3 Entrega'])
    expect((await options({ id: sofas }).put({ title: 'Sofás e poltronas' })).data).toMatchObject({
      option: 1,
      parentId: buy,
      title: 'Sofás e poltronas',
    })
    expect((await options({ id: sofas }).put({ parentId: null, option: 1 })).data).toMatchObject({ option: 1 })
    expect(refusedField(await options({ id: buy }).put({ parentId: buy }))).toStartWith('ERR_QUEUE_OPTION_PLACE')
    expect(refusedField(await options({ id: buy }).put({ optionType: 'Texto', message: '' }))).toStartWith(
      'ERR_QUEUE_OPTION_INCOMPLETE',
    )
    expect(refusedField(await options({ id: 999 }).put({ title: 'Nada' }))).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    const below = await options.get({ query: { queueId: String(SALES), parentId: String(buy) } })
    expect(drawn(below.data ?? [])).toEqual(['1 Camas', '2 Mesas'])
    expect((await options({ id: buy }).delete()).status).toBe(200)
    expect(await shown(admin)).toEqual(['1 Sofás e poltronas', '2 Falar', '3 Entrega'])
    expect(refusedField(await options({ id: buy }).delete())).toBe('ERR_NO_QUEUE_OPTION_FOUND')
  })

  test('has a file, which everybody in the company may see and admins change', async () => {
    const w = world()
    const [admin, ana, bia] = [w.admin(), w.attendant(), w.company().admin()]
    const { data } = await put(admin, [node(-1, 'Catálogo', { optionType: 'Arquivo', message: '' })])
    const path = `/api/queue-options/${data?.options[0]?.id}/file`
    const upload = (who: Attendant, address: string, content: BlobPart = 'sofás e mesas') => {
      const form = new FormData()
      form.append('file', new File([content], 'Catálogo 2026.txt'))
      return who.request(address, { method: 'POST', body: form })
    }
    expect((await upload(ana, path)).status).toBe(403)
    expect((await upload(bia, path)).status).toBe(404)
    const stored = (await (await upload(admin, path)).json()) as OptionTree
    expect(stored).toMatchObject({ mediaName: 'Catálogo 2026.txt', mediaSize: 14 })
    expect(stored.mediaPath).toStartWith(`${path}?v=`)
    const tooLarge = await upload(admin, path, Buffer.alloc(101 * 1024 * 1024, 'a'))
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([
      413,
      { error: 'ERR_MEDIA_TOO_LARGE', details: { file: 'Catálogo 2026.txt' } },
    ])
    expect(await (await ana.request(stored.mediaPath ?? '')).text()).toBe('sofás e mesas')
    expect((await bia.request(path)).status).toBe(404)
    await admin.request(path, { method: 'DELETE' })
    expect((await ana.request(path)).status).toBe(404)
    expect(await treeOf(admin)).toMatchObject([{ mediaPath: null, mediaName: null }])

    const greeting = `/api/queue/${SALES}/media-upload`
    admin.forget()
    await upload(admin, greeting)
    expect(ana.heard(queueUpdated).at(-1)).toMatchObject({ queue: { mediaName: 'Catálogo 2026.txt' } })
    expect(admin.heard(auditRecorded)).toMatchObject([
      { entry: { changes: [{ field: 'mediaName', to: 'Catálogo 2026.txt' }] } },
    ])
    expect(await (await ana.request(greeting)).text()).toBe('sofás e mesas')
    await admin.request(greeting, { method: 'DELETE' })
    expect((await ana.request(greeting)).status).toBe(404)
  })

  test.each(['user', 'supervisor'] as const)('is read, but not changed, by a %s', async (profile) => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES], { profile })]
    const { data } = await put(admin, shop)
    const id = data?.options[0]?.id ?? 0
    const answers = [
      await put(ana, []),
      await ana.api['queue-options'].post({ queueId: SALES, title: 'A', message: 'a', optionType: 'Texto' }),
      await ana.api['queue-options']({ id }).put({ title: 'B' }),
      await ana.api['queue-options']({ id }).delete(),
      await ana.api.queue.order.post({ ids: [SUPPORT, SALES] }),
      await ana.api.queue({ id: SALES }).token.post(),
    ]
    expect(answers.map(refusedField)).toEqual(Array(6).fill('ERR_NO_PERMISSION'))
    expect(await shown(ana)).toEqual(['1 Comprar', '1.1 Sofás', '1.2 Mesas', '2 Falar'])
  })
})
