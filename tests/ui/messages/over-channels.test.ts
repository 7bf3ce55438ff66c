/** What channels make of a message that is written before it is known to whom it goes. */
import { expect, test } from 'bun:test'
import { fileLacks, textPieces } from '../../../ui/features/messages/rules/overChannels'

const channels = ['whatsapp', 'facebook', 'instagram'] as const

test('a file is named where the channel does not take its type or size', () => {
  const lacks = (type: string, size: number) =>
    fileLacks(channels, { type, size }).map(({ channel, lacks }) => [channel, lacks])
  expect(lacks('application/zip', 10)).toEqual([['instagram', 'fileType']])
  expect(lacks('image/jpeg', 9_000_000)).toEqual([['instagram', 'fileSize']])
  expect(lacks('image/jpeg', 10)).toEqual([])
  expect(fileLacks(channels, null)).toEqual([])
})

test('a long text is counted as the channel counts it', () => {
  expect(textPieces(channels, 'é'.repeat(501))).toEqual([{ channel: 'instagram', count: 2 }])
  expect(textPieces(channels, 'a'.repeat(2001))).toEqual([
    { channel: 'facebook', count: 2 },
    { channel: 'instagram', count: 3 },
  ])
})
