/** Lines of work that take turns. */
import { expect, test } from 'bun:test'
import { createLines } from '../../src/platform/lines'
import { quiet } from '../support/until'

function counter(bounds: { atOnce: number; each: number }) {
  const lines = createLines(bounds)
  const begun: string[] = []
  const open: (() => void)[] = []
  const add = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      lines.run(name, () => {
        begun.push(`${name}${n}`)
        return new Promise<void>((resolve) => void open.push(resolve))
      }),
    )
  const finish = () => {
    open.shift()?.()
    return quiet()
  }
  return { lines, begun, add, finish }
}

test('each line goes in its order, the lines in turns, and no more at once than may', async () => {
  const { begun, add, finish } = counter({ atOnce: 3, each: 2 })
  add('a', 6)
  await quiet()
  expect(begun).toEqual(['a0', 'a1'])
  add('b', 2)
  add('c', 1)
  await quiet()
  expect(begun).toEqual(['a0', 'a1', 'b0'])
  for (let n = 0; n < 3; n++) await finish()
  expect(begun.slice(3)).toEqual(['a2', 'b1', 'c0'])
  for (let n = 0; n < 6; n++) await finish()
  expect(begun.slice(6)).toEqual(['a3', 'a4', 'a5'])
})

test('work that fails, even synchronously, gives up its turn and rejects', async () => {
  const { lines, begun, add } = counter({ atOnce: 1, each: 1 })
  const broken = lines.run('a', () => {
    throw new Error('broken')
  })
  add('b', 1)
  expect(await broken.catch(String)).toBe('Error: broken')
  await quiet()
  expect(begun).toEqual(['b0'])
})
