/** Files from contacts: announced at once, downloaded afterwards. */
import { describe, expect, test } from 'bun:test'
import { MINUTE } from '../../../src/platform/time'
import { messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import { SALES, SUPPORT } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { PNG } from '../../support/pixel'
import { announcedFile } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import { world } from '../../support/world'
import { COMPOUND, HTML, MARIA } from './support'

test('a downloaded file is announced to users who see the ticket, and to nobody else', async () => {
  const w = world()
  const connection = w.connection({ queueIds: [SALES] })
  const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  w.telephones.keepFile('t1', PNG)
  w.whatsapp.person(MARIA, { connectionId: connection.id }).says('', { kind: 'image', media: announcedFile('t1') })
  await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
  expect(carla.heard(messageUpdated)).toEqual([])
})

describe('an incoming file', () => {
  const arriving = () => {
    const w = world()
    const ana = w.attendant()
    return { w, ana, maria: w.whatsapp.person(MARIA) }
  }

  test('is announced at once and downloaded afterwards', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.keepFile('t1', PNG)
    maria.says('olha', { kind: 'image', media: announcedFile('t1', { name: 'foto.png', mimetype: 'image/png' }) })
    expect(ana.heard(messageCreated)).toMatchObject([
      { message: { mediaUrl: null, media: { state: 'missing' }, body: 'olha' } },
    ])
    const { message } = await until(() => ana.heard(messageUpdated)[0], 'the fetched file')
    expect(message).toMatchObject({
      media: { state: 'ready', mimetype: 'image/png', width: 1 },
    })
    expect(message.mediaUrl).toStartWith(`/api/media/${messageId(1)}?v=`)
    expect((await ana.request(message.mediaUrl ?? '')).status).toBe(200)
    expect(w.rows('SELECT 1 FROM downloads')).toEqual([])
  })

  test('shows its page count, before and after the download', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.keepFile('t1', PNG)
    maria.says('', { kind: 'document', media: announcedFile('t1', { name: 'contrato.pdf', pages: 12 }) })
    expect(ana.heard(messageCreated)).toMatchObject([{ message: { media: { state: 'missing', pages: 12 } } }])
    await until(() => ana.heard(messageUpdated)[0], 'the fetched file')
    expect(ana.heard(messageUpdated)).toMatchObject([{ message: { media: { state: 'ready', pages: 12 } } }])
  })

  test('can be downloaded under a name with half a surrogate pair', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.keepFile('t1', PNG)
    maria.says('', { kind: 'image', media: announcedFile('t1', { name: 'foto\ud83d.png', mimetype: 'image/png' }) })
    await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
    expect((await ana.request(`/api/media/${messageId(1)}`)).status).toBe(200)
  })

  test('is a download if it claims to be a picture but is a page', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.keepFile('t1', Buffer.from(HTML))
    maria.says('', { kind: 'document', media: announcedFile('t1', { mimetype: 'text/html', name: 'x.html' }) })
    await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
    const { headers } = await ana.request(`/api/media/${messageId(1)}`)
    expect(`${headers.get('content-type')} ${headers.get('content-disposition')}`).toStartWith(
      'application/octet-stream attachment',
    )
  })

  test('keeps the sender’s type if the content reveals only its container format', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.keepFile('t1', COMPOUND)
    maria.says('', { kind: 'document', media: announcedFile('t1', { mimetype: 'application/msword', name: 'x.doc' }) })
    const { message } = await until(() => ana.heard(messageUpdated)[0], 'the fetched file')
    expect(message.media?.mimetype).toBe('application/msword')
  })

  test('is retried later, given up after four attempts, and can be requested by hand', async () => {
    const { w, ana, maria } = arriving()
    maria.says('', { kind: 'image', media: announcedFile('t1') })
    const tries = () => w.rows<{ attempts: number }>('SELECT attempts FROM downloads')[0]?.attempts
    for (let n = 1; n <= 3; n++) {
      await until(() => tries() === n, `try ${n}`)
      w.server.fetcher.wakeDue(w.cx)
      await quiet()
      expect(tries()).toBe(n)
      w.clock.forward(5 ** n * 1000)
      w.server.fetcher.wakeDue(w.cx)
    }
    await until(() => ana.heard(messageUpdated).length > 0, 'giving up')
    expect(ana.heard(messageUpdated)[0]).toMatchObject({ message: { mediaUrl: null, media: { state: 'failed' } } })
    expect(w.rows('SELECT 1 FROM downloads')).toEqual([])

    w.telephones.keepFile('t1', PNG)
    w.clock.forward(MINUTE)
    expect((await ana.json(`/api/messages/media/${messageId(1)}/download`, 'POST', {})).status).toBe(200)
    await until(() => ana.heard(messageUpdated).at(-1)?.message.media?.state === 'ready', 'the fetched file')
    expect((await ana.json(`/api/messages/media/${messageId(1)}/download`, 'POST', {})).status).toBe(404)
  })

  test('waits while the connection is closed and is downloaded when it opens', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.report(w.refOf(1), { status: 'TIMEOUT' })
    w.telephones.keepFile('t1', PNG)
    maria.says('', { kind: 'image', media: announcedFile('t1') })
    expect(w.telephones.called('download')).toEqual([])
    await quiet()
    expect(w.rows('SELECT attempts FROM downloads')).toEqual([{ attempts: 0 }])
    w.connect(1)
    await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
  })
})
