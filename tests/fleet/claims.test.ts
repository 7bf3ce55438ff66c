/** Claims of companies whose log does not answer. */
import { afterAll, expect, test } from 'bun:test'
import { Unreachable } from '../../src/fleet/bucket'
import { createCompany, newFolder, removeFolders } from './support/company'
import { own } from './support/fleet'
import { createUnkindLog } from './support/unkind-log'

afterAll(removeFolders)

test('a claim that reads nothing fails once, whichever of its questions fails first', async () => {
  const { log } = createUnkindLog()
  const folder = newFolder()
  await createCompany(folder)
  const { owner } = await own(log, folder)
  await owner.handOver()

  const [held, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const silent: typeof log = Object.create(log, {
    read: {
      // biome-ignore lint/correctness/useYield: it fails before the first message
      async *value(_company: string, after: number) {
        if (after === 0) await held.promise
        else failing.resolve()
        throw new Unreachable('the log does not answer')
      },
    },
  })
  const claim = own(silent, folder)
  await failing.promise
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
  held.resolve()
  await expect(claim).rejects.toThrow('does not answer')
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
