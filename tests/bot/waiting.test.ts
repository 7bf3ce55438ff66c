/** Waiting tickets are announced to other modules, and their contacts get their position in the queue. */
import { describe, expect, test } from 'bun:test'
import type { Dashboard } from '../../src/features/dashboard/contract'
import type { Report } from '../../src/features/reports/contract'
import { on } from '../../src/platform/extensions'
import { HOUR, MINUTE } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { ticketWaiting } from '../../src/tickets/events'
import { countDifferences } from '../../src/tickets/figures/recount'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'
import { addOption, company, setConnection } from './support-company'

describe('a ticket that begins to wait', () => {
  /** Records the announcements: ticket and queue. */
  async function listening(bot: boolean) {
    const heard: string[] = []
    const listener = on(ticketWaiting, 'inTransaction', (_cx, { ticket }) => {
      heard.push(`${ticket.id} in ${ticket.queueId}${ticket.isBot ? ' with bot' : ''}`)
    })
    const w = world({ modules: [{ name: 'test', subscribers: [listener] }] })
    await w
      .admin()
      .api.whatsapp({ id: LOJA })
      .put({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!' })
    setConnection(w, { enableQueueChatbot: bot, maxUseBotQueues: 1 })
    return { w, heard, ana: w.attendant([SALES, SUPPORT]), maria: w.whatsapp.person('5521996124087') }
  }

  test('is announced without a bot when it arrives and when it is transferred to a queue', async () => {
    const { heard, ana, maria, w } = await listening(false)
    maria.says('oi')
    maria.says('alguém aí?')
    expect(heard).toEqual(['1 in null'])
    await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
    await ana.api.tickets({ id: 1 }).put({ status: 'pending', userId: null })
    expect(heard).toHaveLength(1)
    await ana.api.tickets({ id: 1 }).put({ queueId: SUPPORT, userId: null })
    expect(heard.slice(1)).toEqual(['1 in 2'])
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    maria.says('oi, gente', { chat: [{ kind: 'group', value: '120363000000000001' }], isGroup: true })
    expect(heard).toHaveLength(2)
  })

  test('is announced when the bot hands it over, not before', async () => {
    const { heard, maria, w } = await listening(true)
    maria.says('oi')
    expect(heard).toEqual([])
    maria.says('2')
    maria.says('alô?')
    expect(heard).toEqual(['1 in 2'])
    const joao = w.whatsapp.person('5521987654321', { name: 'João' })
    for (const text of ['oi', 'hein?', 'hein?', 'alô?']) joao.says(text)
    expect(heard.slice(1)).toEqual(['2 in null'])
  })

  test('is announced at once with a single queue without a tree', async () => {
    const { heard, maria, w } = await listening(true)
    await w
      .admin()
      .api.whatsapp({ id: LOJA })
      .put({ queueIds: [SALES] })
    maria.says('oi')
    maria.says('alô?')
    expect(heard).toEqual(['1 in 1'])
  })
})

describe('the position in the queue', () => {
  const place = (position: number) => `Você é o número ${position} da fila.`

  async function waiting() {
    const all = await company()
    const { w, maria } = all
    writeSetting(w.db, 'sendQueuePosition', 'enabled')
    const joao = w.whatsapp.person('5521987654321', { name: 'João' })
    for (const who of [maria, joao]) {
      who.says('oi')
      w.clock.forward(1000)
    }
    return { ...all, joao }
  }

  test('is sent when a ticket begins to wait, after the bot’s texts', async () => {
    const { maria, joao, said } = await waiting()
    expect(said()).toHaveLength(2)
    joao.says('1')
    expect(said().slice(1)).toEqual([place(1)])
    maria.says('1')
    expect(said().slice(1)).toEqual([place(1)])
  })

  test('is sent when it changes, at most every three minutes', async () => {
    const { w, ana, maria, joao, said, forward } = await waiting()
    maria.says('1')
    joao.says('1')
    expect(said().at(-1)).toBe(place(2))
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    forward(3 * MINUTE - 2000)
    expect(said()).toEqual([])
    forward(2000)
    expect(said()).toEqual([place(1)])
    forward(HOUR)
    expect(said()).toEqual([])
    await ana.api.tickets({ id: 2 }).put({ status: 'open' })
    w.ticket({ queueId: SALES, createdAt: 1 })
    forward(HOUR)
    expect(said()).toEqual([])
  })

  test('is not sent if the company disabled it, while the bot serves the ticket, or without a queue', async () => {
    const { w, maria, joao, said, forward } = await waiting()
    addOption(w, { queueId: SALES, title: 'Falar', optionType: 'Atendente', message: 'Já vem.' })
    maria.says('1')
    for (const text of ['1', '1']) joao.says(text)
    expect(said().slice(-2)).toEqual(['Já vem.', place(1)])
    forward(HOUR)
    expect(said().filter((text) => text.startsWith('Você é'))).toEqual([])
    writeSetting(w.db, 'sendQueuePosition', 'disabled')
    maria.says('#')
    maria.says('2')
    forward(HOUR)
    expect(said().filter((text) => text.startsWith('Você é'))).toEqual([])
  })
})

describe('the wait in the figures', () => {
  async function figures() {
    const all = await company()
    const { w, ana, maria } = all
    const boss = w.admin()
    const asked = async (path: string) => (await boss.request(`/api${path}`)).json()
    const days = 'date_from=2026-03-02&date_to=2026-03-02'
    const waits = async () => {
      const { tickets } = (await asked('/ticketreport/reports')) as Report
      const { avgWaitTime } = (await asked(`/dashboard/?${days}`)) as Dashboard
      expect(countDifferences(w.cx.db.$client.name)).toBe(0)
      return [tickets[0]?.waitTime, avgWaitTime]
    }
    const accept = () => ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
    maria.says('oi')
    w.clock.forward(10 * MINUTE)
    return { ...all, waits, accept }
  }

  test('begins when the bot hands over', async () => {
    const { w, maria, waits, accept } = await figures()
    expect(await waits()).toEqual([null, null])
    maria.says('1')
    w.clock.forward(3 * MINUTE)
    expect(await waits()).toEqual([180, null])
    await accept()
    w.clock.forward(HOUR)
    expect(await waits()).toEqual([180, 180])
  })

  test('is none for a contact that an attendant takes from the bot', async () => {
    const { waits, accept } = await figures()
    await accept()
    expect(await waits()).toEqual([0, 0])
  })
})
