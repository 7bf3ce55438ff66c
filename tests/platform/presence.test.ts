/** Signals from open pages: typing, and the conversation in view. */
import { describe, expect, test } from 'bun:test'
import { SALES, SUPPORT } from '../support/company-world'
import { connect } from '../support/socket'
import { until } from '../support/until'
import { world } from '../support/world'

const place = () => {
  const w = world()
  return { w, server: w.listen() }
}

describe('an attendant who is typing', () => {
  test('is shown to the contact of a visible open ticket, and to nobody else', async () => {
    const { w, server } = place()
    const ana = w.attendant([SALES])
    w.whatsapp.person('5511999990000').says('oi')
    w.whatsapp.person('5511999990001').says('oi')
    w.rows('UPDATE tickets SET status = ?, user_id = ? WHERE id = 1 RETURNING id', 'open', ana.userId)
    w.rows('UPDATE tickets SET status = ?, queue_id = ? WHERE id = 2 RETURNING id', 'open', SUPPORT)
    const page = connect(server, w.tenant.uuid)
    await page.authenticate(await ana.token())
    const types = (ticketId: number, state: string) => page.say({ emit: 'typing', data: { ticketId, state } })
    types(2, 'composing')
    types(99, 'composing')
    types(1, 'composing')
    types(1, 'paused')
    await until(() => w.telephones.called('setTyping').length === 2, 'the signs')
    expect(w.telephones.called('setTyping').map(({ detail }) => detail)).toEqual([
      { to: '5511999990000', state: 'composing' },
      { to: '5511999990000', state: 'paused' },
    ])
    page.say({ emit: 'typing', data: { ticketId: 1, state: 'singing' } })
    expect(await page.isClosed()).toBe(1007)
  })

  test('is reported at a limited rate, on however many pages', async () => {
    const { w, server } = place()
    const ana = w.attendant([SALES])
    w.ticket({ status: 'open', userId: ana.userId, contactId: w.contact({ number: '5511999990000' }).id })
    const pages = [connect(server, w.tenant.uuid), connect(server, w.tenant.uuid)]
    for (const page of pages) {
      await page.authenticate(await ana.token())
      for (let n = 0; n < 40; n++) page.say({ emit: 'typing', data: { ticketId: 1, state: 'composing' } })
      page.say('the end')
      await page.isClosed()
    }
    expect(w.telephones.called('setTyping')).toHaveLength(30)
  })
})

describe('an attendant who views a conversation', () => {
  const watched = ({ w }: ReturnType<typeof place>) => w.telephones.called('watch').map(({ detail }) => detail)

  test('is reported to the messenger while the page shows it, for visible conversations only', async () => {
    const { w, server } = place()
    const ana = w.attendant([SALES])
    w.whatsapp.person('5511999990000').says('oi')
    w.whatsapp.person('5511999990001').says('oi')
    w.rows('UPDATE tickets SET queue_id = ? WHERE id = 2 RETURNING id', SUPPORT)
    const page = connect(server, w.tenant.uuid)
    await page.authenticate(await ana.token())
    for (const data of [99, 'company-2', 2]) page.say({ emit: 'joinChatBox', data })
    await Bun.sleep(400)
    expect(watched({ w, server })).toEqual([])
    page.say({ emit: 'joinChatBox', data: 1 })
    await until(() => watched({ w, server }).length === 1, 'the look')
    page.say({ emit: 'joinChatBoxLeave' })
    await until(() => watched({ w, server }).length === 2, 'the end of it')
    page.say({ emit: 'joinChatBox', data: 1 })
    await until(() => watched({ w, server }).length === 3, 'another look')
    page.leave()
    await until(() => watched({ w, server }).length === 4, 'the page to be forgotten')
    expect(watched({ w, server })).toEqual([['5511999990000'], [], ['5511999990000'], []])
  })

  test('on several pages: the conversation is reported once, until the last page leaves it', async () => {
    const { w, server } = place()
    const [ana, bia] = [w.attendant(), w.attendant()]
    w.whatsapp.person('5511999990000').says('oi')
    const pages = [connect(server, w.tenant.uuid), connect(server, w.tenant.uuid)] as const
    await pages[0].authenticate(await ana.token())
    await pages[1].authenticate(await bia.token())
    for (const page of pages) page.say({ emit: 'joinChatBox', data: 1 })
    await until(() => watched({ w, server }).length === 1, 'the look')
    pages[0].leave()
    await until(() => watched({ w, server }).length === 2, 'the first one to leave')
    pages[1].leave()
    await until(() => watched({ w, server }).length === 3, 'the last one to leave')
    expect(watched({ w, server })).toEqual([['5511999990000'], ['5511999990000'], []])
  })
})
