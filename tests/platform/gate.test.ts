/** What waits for an acknowledgement leaves in order, and nothing waits for ever. */
import { expect, test } from 'bun:test'
import { createOutlet } from '../../src/platform/gate'

test('a step that fails after its acknowledgement is lost with what waits behind it, and holds up nothing later', async () => {
  const acknowledged = Promise.withResolvers<void>()
  let until: Promise<void> | undefined = acknowledged.promise
  const left: string[] = []
  const leave = createOutlet(
    () => until,
    () => left.push('lost'),
  )
  leave(() => left.push('first'))
  leave(() => {
    throw new Error('one frame')
  })
  leave(() => left.push('behind it'))
  acknowledged.resolve()
  await Bun.sleep(1)
  until = undefined
  leave(() => left.push('later'))
  expect(left).toEqual(['first', 'lost', 'later'])
})
