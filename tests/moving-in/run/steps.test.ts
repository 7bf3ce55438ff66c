import { describe, expect, test } from 'bun:test'
import type { Mover } from '../../../src/moving-in/mover'
import type { SourceRows } from '../../../src/moving-in/source'
import { execute, getColumn } from '../../../src/platform/sql'
import { moveIn, sourceCompany, sourceOf } from '../support'

const tag = (id: string, name: string): SourceRows['tags'] => ({
  id,
  name,
  createdAt: null,
  color: null,
  isKanban: false,
  active: true,
  position: null,
})
const rows = Array.from({ length: 7 }, (_, n) => tag(String(n + 1), `Tag ${n + 1}`))
const source = sourceOf({ companies: [sourceCompany()], rows: { '1': { tags: rows } } })

/** Throws at the row with this id. */
const moverOf = (failsAt?: string): Mover => ({
  name: 'tags',
  move: ({ inSlices, source, company, cx, ids, report }) =>
    inSlices(
      'tags',
      source.rows('tags', company.id),
      (slice) => {
        for (const { id, name } of slice) {
          if (id === failsAt) throw new Error('killed')
          if (ids.has('tags', id)) {
            report.merged('tags', 'alreadyHere')
            continue
          }
          const { lastInsertRowid } = execute(
            cx.db,
            "INSERT INTO meta (key, value) VALUES (?, '')",
            `tag ${name} ${crypto.randomUUID()}`,
          )
          ids.add('tags', id, Number(lastInsertRowid) || Number(id))
          report.imported('tags')
          if (id === '2') report.noted('tags', 'cut', name)
        }
      },
      2,
    ),
})

describe('slices of a move', () => {
  test('each row is counted once', async () => {
    const moved = await moveIn(source, { movers: [moverOf()] })
    expect(moved.imported('tags')).toBe(7)
    expect(moved.missing).toEqual([])
    expect(moved.details).toEqual({ 'tags cut': ['Tag 2'] })
  })

  test('a second run finds every row here', async () => {
    const moved = await moveIn(source, { movers: [moverOf()] })
    const again = await moved.again(sourceOf({ rows: { '1': { tags: [...rows, tag('8', 'New')] } } }))
    expect([again.imported('tags'), again.merged('tags', 'alreadyHere')]).toEqual([1, 7])
  })

  test('rows that nobody counts are missing', async () => {
    const moved = await moveIn(source, { movers: [] })
    expect(moved.missing).toEqual([['tags', 7]])
    expect(getColumn(moved.db, 'SELECT theirs FROM moved_ids')).toEqual([])
  })
})
