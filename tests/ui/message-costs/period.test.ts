import { expect, test } from 'bun:test'
import { sumByChannel, sumOf } from '../../../ui/features/message-costs/period'

test('costs are added up, and shown once for each channel', () => {
  const cost = (whatsappId: number, amount: number) =>
    ({ whatsappId, channel: 'whatsapp_cloud', billed: 1, free: 2, amount }) as const
  expect(sumOf([cost(1, 10), cost(2, 5)])).toEqual({ billed: 2, free: 4, amount: 15 })
  expect(sumByChannel([cost(1, 10), cost(2, 5)])).toEqual([{ ...cost(1, 15), billed: 2, free: 4 }])
})
