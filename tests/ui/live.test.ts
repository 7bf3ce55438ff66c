/** Lists kept current by events: the screens' own rules over the server's real events, under random actions. */
import { describe, expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import type { LiveWalk } from '../support/live-walk'
import { isLong } from '../support/long'
import { createRandom } from '../support/random'

const root = join(import.meta.dir, '..', '..')
const walks = await Promise.all(
  [...new Bun.Glob('tests/**/*.live.ts').scanSync(root)].sort().map(async (path) => {
    const { live } = (await import(join(root, path))) as { live: LiveWalk } // each says so by `satisfies`
    return { name: basename(path, '.live.ts'), live }
  }),
)

for (const { name, live } of walks)
  describe(name, () => {
    for (const seed of isLong ? live.seeds : live.seeds.slice(0, 1))
      test(`a stale list plus its events equals a fresh one (${seed})`, async () => {
        const { lists, act, wasBusy } = await live.open(createRandom(seed))
        for (let turn = 1; turn <= live.turns; turn++) {
          await act(turn)
          for (const [at, { shown, fresh }] of lists.entries())
            expect({ turn, at, rows: [...shown()] }).toEqual({ turn, at, rows: [...(await fresh())] })
        }
        expect(await wasBusy()).toBe(true)
      })
  })

test('the rules of every list are walked over', async () => {
  const walked = new Set(walks.flatMap(({ live }) => live.specs))
  const missing: string[] = []
  for (const path of new Bun.Glob('ui/**/spec.ts').scanSync(root)) {
    const exported = Object.entries((await import(join(root, path))) as Readonly<Record<string, unknown>>) // a module
    for (const [name, spec] of exported)
      if (typeof spec === 'object' && spec !== null && 'events' in spec && !walked.has(spec))
        missing.push(`${path}: ${name}`)
  }
  expect(missing).toEqual([])
})
