/** Auto-responders: their order, and messages that a closed ticket is waiting for. */
import { describe, expect, test } from 'bun:test'
import { HOUR } from '../../src/platform/time'
import { type AutoResponder, autoResponders, type TicketAutoResponder } from '../../src/tickets/auto-responders'
import { findTicket } from '../../src/tickets/queries'
import { sendAutomatic } from '../../src/tickets/sending/send-automatic'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'

/** Answers a message that contains its name. */
const parrot = (name: string, asked: string[], step: TicketAutoResponder['step'] = 'bot'): AutoResponder => ({
  name,
  stage: 'onTicket',
  step,
  answer(cx, { ticket, incoming }) {
    asked.push(`${name}: ${incoming.body}`)
    if (!incoming.body.includes(name)) return 'pass'
    sendAutomatic(cx, ticket, `${name} answers`)
    return 'answered'
  },
})

/** A number is the rating of ticket 1, once that is closed. */
const rating = (asked: string[]): AutoResponder => ({
  name: 'rating',
  stage: 'beforeTicket',
  claim(cx, { incoming }) {
    asked.push(`claim: ${incoming.body}`)
    const ticket = findTicket(cx.db, 1)
    return ticket?.status === 'closed' && /^[1-5]$/.test(incoming.body) ? ticket : undefined
  },
  answer(cx, { ticket, messageId }) {
    asked.push(`rated with message ${messageId}`)
    sendAutomatic(cx, ticket, 'Obrigado!')
  },
})

async function company() {
  const asked: string[] = []
  const w = world({
    modules: [
      { name: 'test', fills: [autoResponders.filledWith(parrot('bot', asked), rating(asked), parrot('robot', asked))] },
    ],
  })
  const [ana, admin] = [w.attendant([SALES], { name: 'Ana' }), w.admin()]
  const connection = admin.api.whatsapp({ id: LOJA })
  await connection.put({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!', complationMessage: '' })
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria' })
  const close = (id: number) => ana.api.tickets({ id }).put({ status: 'closed' })
  const said = () =>
    w
      .rows<{ said: string }>("SELECT ticket_id || ' ' || body AS said FROM messages ORDER BY id")
      .map(({ said }) => said)
  return { w, ana, maria, close, said, asked }
}

describe('on a ticket', () => {
  test('each runs at its step, whatever the order of modules', () => {
    const asked: string[] = []
    const late = {
      name: 'late',
      fills: [autoResponders.filledWith(parrot('late', asked, 'refusal'), parrot('bot', asked))],
    }
    const w = world({
      modules: [late, { name: 'early', fills: [autoResponders.filledWith(parrot('closed', asked, 'hours'))] }],
    })
    w.whatsapp.person('5521996124087').says('oi')
    expect(asked).toEqual(['late: oi', 'closed: oi', 'bot: oi'])
  })

  test('each runs in turn until one has answered', async () => {
    const { maria, asked, said } = await company()
    maria.says('oi')
    maria.says('bot?')
    maria.says('robô robot')
    expect(asked).toEqual(['claim: oi', 'bot: oi', 'robot: oi', 'bot: bot?', 'bot: robô robot'])
    expect(said()).toEqual(['1 oi', '1 Olá!', '1 bot?', '1 bot answers', '1 robô robot', '1 bot answers'])
  })

  test('an answer to the first message counts as the greeting', async () => {
    const { maria, said } = await company()
    maria.says('bot, bom dia')
    expect(said()).toEqual(['1 bot, bom dia', '1 bot answers'])
  })

  test('none runs for a message that is hours late or repeated', async () => {
    const { w, maria, asked } = await company()
    const { externalId } = maria.says('oi', { sentAt: w.server.clock() - 2 * HOUR })
    expect(asked).toEqual(['claim: oi'])
    maria.says('oi', { externalId })
    expect(asked).toEqual(['claim: oi'])
  })

  test('a message that cannot be decrypted yet is passed on, and again when it can, without a second greeting', async () => {
    const { maria, asked, said } = await company()
    const { externalId } = maria.says('', { kind: 'unsupported', placeholder: true })
    maria.says('bot', { externalId })
    expect(asked).toEqual(['claim: ', 'bot: ', 'robot: ', 'bot: bot'])
    expect(said()).toEqual(['1 bot', '1 Olá!', '1 bot answers'])
  })
})

describe('before a ticket', () => {
  test('a closed ticket takes the message it waits for: without attendant, without a new ticket or another answer', async () => {
    const { w, maria, close, said, asked } = await company()
    maria.says('oi')
    await close(1)
    asked.length = 0
    maria.says('5')
    expect(asked).toEqual(['claim: 5', expect.stringContaining('rated with message')])
    expect(said()).toEqual(['1 oi', '1 Olá!', '1 5', '1 Obrigado!'])
    expect(w.ticketNow(1)).toMatchObject({ status: 'closed', unread: 0, waitingSince: null, lastMessage: 'Obrigado!' })
    expect(w.rows('SELECT 1 FROM tickets')).toHaveLength(1)
  })

  test('a late one, too', async () => {
    const { w, maria, close, said } = await company()
    maria.says('oi')
    await close(1)
    maria.says('4', { sentAt: w.server.clock() - 2 * HOUR })
    expect(said().slice(2)).toEqual(['1 4', '1 Obrigado!'])
  })

  test('any other message opens a ticket', async () => {
    const { w, maria, close, said } = await company()
    maria.says('oi')
    await close(1)
    maria.says('de novo')
    expect(said().slice(2)).toEqual(['2 de novo', '2 Olá!'])
    expect(w.ticketNow(2)).toMatchObject({ status: 'pending', unread: 1 })
  })

  test('not with an active ticket, for our own messages, or for a blocked contact', async () => {
    const { w, maria, close, asked } = await company()
    maria.says('oi')
    maria.says('5')
    await close(1)
    maria.getsFromPhone('5')
    w.rows('UPDATE contacts SET active = 0 RETURNING id')
    maria.says('5')
    expect(asked.filter((one) => one.startsWith('claim'))).toEqual(['claim: oi'])
  })
})
