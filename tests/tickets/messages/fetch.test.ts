/** Files announced by messages: fetched later, given up with a reason, asked for again by hand. */
import { expect, test } from 'bun:test'
import { MINUTE } from '../../../src/platform/time'
import { messageUpdated } from '../../../src/tickets/messages/contract'
import { SALES } from '../../support/company-world'
import { announcedFile } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import { world } from '../../support/world'

const MARIA = '5521996124087'

function attending() {
  const w = world()
  const ana = w.attendant([SALES])
  w.ticket({ queueId: SALES, userId: ana.userId, contactId: w.contact({ number: MARIA }).id })
  const maria = w.whatsapp.person(MARIA)
  const mediaOf = (id = 1) =>
    JSON.parse(w.rows<{ media: string }>('SELECT media FROM messages WHERE id = ?', id)[0]?.media ?? '{}')
  const sends = (ticket: string) => maria.says('', { kind: 'image', media: announcedFile(ticket) })
  /** The worker's next round. */
  const round = async () => {
    w.clock.forward(5 * MINUTE)
    w.house.fetcher.wakeDue(w.cx)
    await quiet(20)
  }
  return { w, ana, mediaOf, sends, round }
}

test.each(['expired', 'tooBig'] as const)('what is %s is given up at once, and said so', async (why) => {
  const { w, ana, mediaOf, sends } = attending()
  w.telephones.loseFile('T', why)
  sends('T')
  await until(() => mediaOf().state === 'failed')
  expect(ana.heard(messageUpdated)).toMatchObject([{ message: { media: { state: 'failed', failure: why } } }])
  expect(w.telephones.called('download')).toHaveLength(1)
  expect(w.rows('SELECT 1 FROM downloads')).toEqual([])
})

test('what came corrupted is tried again, and in the end said to be so', async () => {
  const { w, mediaOf, sends, round } = attending()
  w.telephones.loseFile('T', 'corrupt')
  sends('T')
  for (let tries = 1; tries < 4; tries++) {
    await until(() => w.rows('SELECT 1 FROM downloads WHERE attempts = ?', tries).length > 0)
    expect(mediaOf().state).toBe('missing')
    await round()
  }
  await until(() => mediaOf().state === 'failed')
  expect(mediaOf().failure).toBe('corrupt')
  expect(w.telephones.called('download')).toHaveLength(4)
})

test('asked for again by hand, it is fetched, and the failure forgotten', async () => {
  const { w, ana, mediaOf, sends } = attending()
  w.telephones.loseFile('T', 'expired')
  sends('T')
  await until(() => mediaOf().state === 'failed')
  w.telephones.keepFile('T', Buffer.from('whole again'))
  const answer = await ana.request('/api/messages/media/1/download', { method: 'POST' })
  expect((await answer.json()) as object).toMatchObject({ media: { state: 'missing' } })
  await until(() => mediaOf().state === 'ready')
  expect(mediaOf()).not.toHaveProperty('failure')
})

test('files of a connection that is away stand in nobody’s way', async () => {
  const { w, mediaOf, sends, round } = attending()
  const away = w.connection({ open: false })
  const joao = w.whatsapp.person('5511900001111', { connectionId: away.id })
  for (let n = 0; n < 101; n++) joao.says('', { kind: 'image', media: announcedFile(`away-${n}`) })
  w.telephones.loseFile('T', 'unavailable')
  sends('T')
  await until(() => w.rows('SELECT 1 FROM downloads WHERE attempts = 1').length > 0)
  w.telephones.keepFile('T', Buffer.from('here'))
  await round()
  await until(() => mediaOf(102).state === 'ready')
  expect(w.telephones.called('download')).toHaveLength(2)
})
