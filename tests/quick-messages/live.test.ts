/** The screen keeps its list by events: its own rules over the server's own events. */
import { expect, test } from 'bun:test'
import type { QuickMessage } from '../../src/features/quick-messages/contract'
import { labelOf, meantBy, quickMessagesSpec } from '../../ui/features/quick-messages/spec'
import type { QuickMessagesView } from '../../ui/features/quick-messages/view'
import type { Attendant } from '../support/company-world'
import { opened } from '../support/opened'
import { createRandom } from '../support/random'
import { world } from '../support/world'

const path = '/api/quick-messages'
const rowsOf = async (who: Attendant, query: object = {}): Promise<readonly QuickMessage[]> =>
  (await who.api['quick-messages'].get({ query })).data?.records ?? []

for (const seed of [3, 8])
  test(`a stale list plus its events equals a fresh one, whoever looks and whatever is left out (${seed})`, async () => {
    const w = world()
    const [admin, ana, bia] = [w.admin(), w.attendant(), w.attendant()]
    const views: [Attendant, QuickMessagesView, object][] = [
      [admin, {}, {}],
      [ana, {}, {}],
      [bia, { desc: true }, { desc: 'true' }],
      [ana, { reach: 'general' }, { geral: 'true' }],
      [ana, { state: 'active' }, { status: 'true' }],
    ]
    const screens = views.map(([who, view, query]) => ({ who, query, now: opened(who, quickMessagesSpec, [], view) }))
    const { below, pick, oneIn } = createRandom(seed)
    const makeTag = async (n: number) => {
      const { data } = await admin.api.tags.post({ name: `Etiqueta ${n}`, color: '#127eee', kanban: false })
      return data?.id ?? 0
    }
    const tags = [await makeTag(1), await makeTag(2), await makeTag(3)]
    const [filtered = 0] = tags
    const view = { who: bia, query: { tagId: String(filtered) } }
    screens.push({ ...view, now: opened(bia, quickMessagesSpec, [], { tag: filtered }) })
    for (let turn = 1; turn <= 70; turn++) {
      w.clock.forward(1000)
      const who = pick([admin, ana, bia])
      const rows = await rowsOf(who)
      const id = rows.length === 0 ? undefined : pick(rows).id
      const tagId = tags.length === 0 || oneIn(3) ? null : pick(tags)
      const said = {
        tagId,
        shortcode: `${pick(['Á', 'a', 'b', 'Z', '1'])}${below(30)}`,
        geral: oneIn(2),
        status: !oneIn(4),
      }
      if (id === undefined || below(3) === 0) await who.json(path, 'POST', { ...said, message: `olá ${turn}` })
      else if (below(4) === 0 && tags.length > 0) {
        const tag = pick(tags)
        if (oneIn(4)) {
          await admin.api.tags({ id: tag }).delete()
          tags.splice(tags.indexOf(tag), 1)
        } else await admin.api.tags({ id: tag }).put({ name: `Etiqueta ${turn + 10}` })
      } else if (below(6) === 0) await who.request(`${path}/${id}`, { method: 'DELETE' })
      else await who.json(`${path}/${id}`, 'PUT', said)
      for (const screen of screens) expect(screen.now()).toEqual([...(await rowsOf(screen.who, screen.query))])
    }
    expect(w.rows('SELECT 1 FROM quick_messages').length).toBeGreaterThan(3)
  })

test('the likeliest comes first: by the beginning of its shortcode, by what is in it, by its text', () => {
  const all = [
    ['a', 'Preço sob consulta'],
    ['meu preço', 'x'],
    ['preco', 'y'],
    ['frete', 'z'],
  ].map(([shortcode, message], id) => ({ id, shortcode, message }) as QuickMessage) // all that is looked at
  const names = (typed: string) => meantBy(typed, all).map(({ shortcode }) => shortcode)
  expect(names('PREC')).toEqual(['preco', 'meu preço', 'a'])
  expect(names('')).toEqual(['a', 'meu preço', 'preco', 'frete'])
  expect(names('nada')).toEqual([])
})

test('a label has 35 signs at most', () => {
  expect(labelOf({ shortcode: 'ola' })).toBe('/ola')
  expect(labelOf({ shortcode: 'x'.repeat(34) })).toBe(`/${'x'.repeat(34)}`)
  expect(labelOf({ shortcode: 'x'.repeat(50) })).toBe(`/${'x'.repeat(33)}…`)
})
