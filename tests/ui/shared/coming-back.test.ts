import { expect, test } from 'bun:test'
import { comingBack, isOwnAddress } from '../../../ui/shared/session/comingBack'

const HERE = 'https://balcao.example'

test('only our own addresses are returned to, however another is spelled', () => {
  for (const ours of ['/', '/tickets', '/tickets/1f-2?x=1#y', '/a//b'])
    expect([ours, isOwnAddress(ours, HERE)]).toEqual([ours, true])
  for (const theirs of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil',
    '',
  ])
    expect([theirs, isOwnAddress(theirs, HERE)]).toEqual([theirs, false])
})

test('returns to the page that was left, unless it is the front page or sign-in itself', () => {
  expect(comingBack('/tickets/abc')).toEqual({ to: '/tickets/abc' })
  expect(comingBack('/')).toEqual({})
  expect(comingBack('/login?to=%2Ftickets')).toEqual({})
})
