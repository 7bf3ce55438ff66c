/** Fair queues. */
import { expect, test } from 'bun:test'
import { createFairQueues } from '../../src/platform/fair-queues'
import { quiet } from '../support/until'

function counter(bounds: { atOnce: number; each: number }) {
  const queues = createFairQueues(bounds)
  const begun: string[] = []
  const open: (() => void)[] = []
  const add = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      queues.run(name, () => {
        begun.push(`${name}${n}`)
        return new Promise<void>((resolve) => void open.push(resolve))
      }),
    )
  const finish = () => {
    open.shift()?.()
    return quiet()
  }
  return { queues, begun, add, finish }
}

test('each queue keeps its order, queues take turns, and limits hold', async () => {
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

test('work that fails, even synchronously, rejects and releases its turn', async () => {
  const { queues, begun, add } = counter({ atOnce: 1, each: 1 })
  const broken = queues.run('a', () => {
    throw new Error('broken')
  })
  add('b', 1)
  expect(await broken.catch(String)).toBe('Error: broken')
  await quiet()
  expect(begun).toEqual(['b0'])
})
