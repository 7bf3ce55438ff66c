/** Files announced by messages: downloaded later, given up with a reason, requested again by hand. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { createMediaFetcher } from '../../../src/tickets/media/fetch'
import { messageUpdated } from '../../../src/tickets/messages/contract'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { runJob } from '../../support/jobs'
import { messageId } from '../../support/message-id'
import { parsing } from '../../support/parsing'
import { announcedFile, lid, phone } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import { world } from '../../support/world'

const MARIA = '5521996124087'

function attending() {
  const w = world()
  const ana = w.attendant([SALES])
  w.ticket({ queueId: SALES, userId: ana.userId, contactId: w.contact({ number: MARIA }).id })
  const maria = w.whatsapp.person(MARIA)
  const mediaOf = (id = messageId(1)) =>
    JSON.parse(w.rows<{ media: string }>('SELECT media FROM messages WHERE id = ?', id)[0]?.media ?? '{}')
  const sends = (ticket: string) => maria.says('', { kind: 'image', media: announcedFile(ticket) })
  /** The worker's next round. */
  const round = async () => {
    w.clock.forward(5 * MINUTE)
    await runJob(w.server, 'messages.fetch-media')
    await quiet(20)
  }
  return { w, ana, mediaOf, sends, round }
}

describe('the media fetcher', () => {
  test.each(['expired', 'tooBig'] as const)('gives up what is %s at once, and says so', async (why) => {
    const { w, ana, mediaOf, sends } = attending()
    w.telephones.loseFile('T', why)
    sends('T')
    await until(() => mediaOf().state === 'failed')
    expect(ana.heard(messageUpdated)).toMatchObject([{ message: { media: { state: 'failed', failure: why } } }])
    expect(w.telephones.called('download')).toHaveLength(1)
    expect(w.rows('SELECT 1 FROM downloads')).toEqual([])
  })

  test('gives up a file announced as too large at once, without waiting for space', async () => {
    const { w, ana, mediaOf } = attending()
    w.whatsapp.person(MARIA).says('', { kind: 'document', media: announcedFile('T', { size: 1e15 }) })
    await until(() => mediaOf().state === 'failed')
    expect(ana.heard(messageUpdated)).toMatchObject([{ message: { media: { state: 'failed', failure: 'tooBig' } } }])
    expect(w.telephones.called('download')).toEqual([])
  })

  test('keeps a file waiting that would leave no space for messages, and does not give it up', async () => {
    const { w, ana, mediaOf, sends } = attending()
    w.telephones.report(w.refOf(1), { status: 'TIMEOUT' }) // so that no other worker downloads it
    w.telephones.keepFile('T', Buffer.from('whole'))
    sends('T')
    const disk = { folder: '/proc' } // which has no space at all
    const fetcher = createMediaFetcher(w.server.channel, {
      ...w.server,
      parseFor: parsing.of,
      folderOf: () => disk.folder,
      canFetch: () => true,
    })
    const round = async () => {
      w.clock.forward(5 * MINUTE)
      fetcher.wakeDue(w.server.cxOf(w.tenant.uuid))
      await quiet(20)
    }
    for (let lap = 0; lap < 5; lap++) await round()
    expect([mediaOf().state, w.telephones.called('download').length]).toEqual(['missing', 0])
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(1e15) }
    expect((await ana.request('/api/messages/1', { method: 'POST', body: '--x--', headers })).status).toBe(507)

    disk.folder = w.server.folderOf(w.tenant.uuid)
    await round()
    await until(() => mediaOf().state === 'ready')
  })

  test('does not delay a retry that was planned before the clock was set back', async () => {
    const { w, mediaOf, sends } = attending()
    sends('T')
    await until(() => w.rows('SELECT 1 FROM downloads WHERE attempts = 1').length === 1)
    w.telephones.keepFile('T', Buffer.from('whole'))
    w.clock.forward(-HOUR)
    w.server.fetcher.wakeDue(w.cx)
    await until(() => mediaOf().state === 'ready')
  })

  test('retries a corrupted file, and finally reports it as corrupted', async () => {
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

  test('downloads a file that is requested again by hand, and clears the failure', async () => {
    const { w, ana, mediaOf, sends } = attending()
    w.telephones.loseFile('T', 'expired')
    sends('T')
    await until(() => mediaOf().state === 'failed')
    w.telephones.keepFile('T', Buffer.from('whole again'))
    const beto = w.attendant([SALES])
    const answer = await ana.request(`/api/messages/media/${messageId(1)}/download`, { method: 'POST' })
    expect((await answer.json()) as object).toMatchObject({ media: { state: 'missing' } })
    await until(() => mediaOf().state === 'ready')
    expect(mediaOf()).not.toHaveProperty('failure')
    // Other viewers see what the requesting user sees.
    expect(beto.heard(messageUpdated).map(({ message }) => message.media?.state)).toEqual(['missing', 'ready'])
  })

  test('announces a file whose message moved meanwhile only to users who see it in its new ticket', async () => {
    const { w, ana, mediaOf } = attending()
    const beto = w.attendant([SUPPORT])
    await w.admin().api.queue({ id: SALES }).put({ isRestricted: true })
    const file = w.telephones.incoming({ chat: [lid('998877')], kind: 'image', media: announcedFile('T') })
    w.telephones.keepFile('T', Buffer.from('whole'))
    w.telephones.deliver(w.refOf(LOJA), file)
    w.rows('UPDATE tickets SET queue_id = ? WHERE id = 2 RETURNING id', SUPPORT)
    await until(() => w.telephones.called('download').length === 1)
    w.telephones.sameContact(w.refOf(LOJA), lid('998877'), phone(MARIA))
    await until(() => mediaOf(messageId(1, 2)).state === 'ready')
    expect([ana, beto].map((who) => who.heard(messageUpdated).map(({ message }) => message.media?.state))).toEqual([
      ['ready'],
      [],
    ])
  })

  test('announces a file without ticket to users who see the conversation and may use its connection', async () => {
    const w = world()
    writeSetting(w.db, 'restrictedChannels', 'enabled')
    const board = w.connection()
    const [ana, bia] = [
      w.attendant([SALES], { connections: [LOJA] }),
      w.attendant([SALES], { connections: [LOJA, board.id] }),
    ]
    const carla = w.attendant([SUPPORT], { connections: [board.id] })
    w.ticket({ queueId: SALES, userId: ana.userId, contactId: w.contact({ number: MARIA }).id })
    const maria = w.whatsapp.person(MARIA, { connectionId: board.id })
    w.telephones.keepFile('T', Buffer.from('here'))
    const said = maria.says('', { kind: 'image', fromMe: true, pushName: null, media: announcedFile('T') })
    await until(() => bia.heard(messageUpdated).length === 2)
    expect(bia.heard(messageUpdated)).toMatchObject([
      { message: { ticketId: null, media: { state: 'missing' } } },
      { message: { ticketId: null, media: { state: 'ready' } } },
    ])
    maria.deletes(said, { fromMe: true })
    expect(bia.heard(messageUpdated).at(-1)).toMatchObject({ message: { isDeleted: true } })
    expect([...ana.heard(messageUpdated), ...carla.heard(messageUpdated)]).toEqual([])
  })

  test('downloads at most four files at once, two per company, and makes no company wait for another’s queue', async () => {
    const w = world()
    const companies = [w, w.company('Padaria Sol'), w.company('Papelaria Lua')]
    const { channel } = w.telephones
    const fetchNow = channel.download
    const opening = Promise.withResolvers<void>()
    const inside: string[] = []
    const begun: string[] = []
    let most = 0
    channel.download = async (...args) => {
      const { tenantUuid } = args[0]
      inside.push(tenantUuid)
      begun.push(args[1])
      most = Math.max(most, inside.length)
      expect(inside.filter((uuid) => uuid === tenantUuid).length).toBeLessThanOrEqual(2)
      await opening.promise
      return fetchNow(...args).finally(() => inside.splice(inside.indexOf(tenantUuid), 1))
    }
    for (const [index, company] of companies.entries())
      for (let n = 0; n < 9; n++) {
        w.telephones.keepFile(`${index}-${n}`, Buffer.from('here'))
        company.whatsapp.person(`552199000000${n}`).says('', { kind: 'image', media: announcedFile(`${index}-${n}`) })
      }
    await until(() => inside.length === 4)
    await quiet(20)
    expect(begun).toEqual(['0-0', '0-1', '1-0', '1-1'])
    opening.resolve()
    const ready = (company: (typeof companies)[number]) =>
      company.rows("SELECT 1 FROM messages WHERE media ->> 'state' = 'ready'").length
    await until(() => companies.every((company) => ready(company) === 9))
    expect(most).toBe(4)
    expect(begun.findIndex((file) => file.startsWith('2'))).toBeLessThan(8)
  })

  test('keeps no file waiting behind those of an offline connection', async () => {
    const { w, mediaOf, sends, round } = attending()
    const away = w.connection({ open: false })
    const joao = w.whatsapp.person('5511900001111', { connectionId: away.id })
    for (let n = 0; n < 101; n++) joao.says('', { kind: 'image', media: announcedFile(`away-${n}`) })
    w.telephones.loseFile('T', 'unavailable')
    sends('T')
    await until(() => w.rows('SELECT 1 FROM downloads WHERE attempts = 1').length > 0)
    w.telephones.keepFile('T', Buffer.from('here'))
    await round()
    await until(() => mediaOf().state === 'ready')
    expect(w.telephones.called('download')).toHaveLength(2)
  })
})
