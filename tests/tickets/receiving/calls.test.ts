/** Incoming calls: a message in the conversation, and refused with a text if the company takes none. */
import { describe, expect, test } from 'bun:test'
import type { Call } from '../../../src/channels/channel'
import { MINUTE } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { messageUpdated } from '../../../src/tickets/messages/contract'
import { LOJA, SALES } from '../../support/company-world'
import { group, phone } from '../../support/telephones'
import { until } from '../../support/until'
import { world } from '../../support/world'

const MARIA = '5521996124087'

function callers({ refused = false } = {}) {
  const w = world()
  if (refused) writeSetting(w.db, 'acceptCallWhatsapp', 'disabled')
  const call = (externalId: string, more: Partial<Call> = {}) =>
    w.telephones.ring(w.refOf(LOJA), { externalId, chat: [phone(MARIA)], ...more })
  const lines = () =>
    w
      .rows<{ kind: string; body: string; extra: string | null }>(
        'SELECT kind, body, extra FROM messages ORDER BY created_at, id',
      )
      .map(({ kind, body, extra }) => (kind === 'call' ? JSON.parse(extra ?? '{}').call : body))
  return { w, call, lines }
}

describe('a call', () => {
  test('opens a ticket with one unread message, which also records its end', async () => {
    const { w, call, lines } = callers()
    const ana = w.attendant([SALES])
    ana.heard(messageUpdated)
    expect(call('C1', { isVideo: true })).toBe(false)
    expect(lines()).toEqual([{ isVideo: true, outcome: 'ringing' }])
    expect(w.rows('SELECT status, unread FROM tickets')).toEqual([{ status: 'pending', unread: 1 }])
    call('C1', { step: 'answered' })
    call('C1', { step: 'ended' })
    expect(lines()).toEqual([{ isVideo: true, outcome: 'answered' }])
    expect(w.rows(`SELECT kind, data FROM ticket_log WHERE kind = 'called'`)).toEqual([
      { kind: 'called', data: '{"outcome":"ringing","video":1}' },
    ])
    expect(ana.heard(messageUpdated).map(({ message }) => message.extra?.call?.outcome)).toEqual(['answered'])
  })

  test('without an answer is missed, even if we were offline', () => {
    const { w, call, lines } = callers({ refused: true })
    call('C1', { at: w.clock.now() - MINUTE })
    call('C1', { step: 'ended' })
    call('C2', { step: 'ended' })
    expect(lines()).toEqual([
      { isVideo: false, outcome: 'missed' },
      { isVideo: false, outcome: 'missed' },
    ])
  })

  test('is refused with a text if the company takes none, repeated only after a while', async () => {
    const { w, call, lines } = callers({ refused: true })
    expect(call('C1')).toBe(true)
    call('C1', { step: 'ended' })
    expect(call('C2')).toBe(true)
    const refusal = expect.stringContaining('Não atendemos ligações')
    expect(lines()).toEqual([{ isVideo: false, outcome: 'refused' }, refusal, { isVideo: false, outcome: 'refused' }])
    w.clock.forward(MINUTE + 1)
    call('C3')
    await until(() => w.telephones.sent.length === 2, 'the words')
    expect(w.telephones.sent.every(({ to }) => to.value === MARIA)).toBe(true)
  })

  test('that is offered again is refused again, as one message, while it may still ring', () => {
    const { w, call, lines } = callers({ refused: true })
    const at = w.clock.now()
    expect([call('C1', { at }), call('C1', { at })]).toEqual([true, true])
    w.clock.forward(MINUTE)
    expect(call('C1', { at })).toBe(false)
    writeSetting(w.db, 'acceptCallWhatsapp', 'enabled')
    call('C2')
    writeSetting(w.db, 'acceptCallWhatsapp', 'disabled')
    expect(call('C2')).toBe(false)
    expect(lines().filter((line) => typeof line === 'object')).toHaveLength(2)
  })

  test('of a blocked contact is refused without a text', () => {
    const { w, call, lines } = callers({ refused: true })
    const maria = w.contact({ number: MARIA })
    w.rows('UPDATE contacts SET active = 0 WHERE id = ? RETURNING id', maria.id)
    expect(call('C1')).toBe(true)
    expect(lines()).toEqual([{ isVideo: false, outcome: 'refused' }])
    expect(w.rows('SELECT 1 FROM tickets')).toEqual([])
  })

  test('in a group is not refused, and no message if groups are ignored', () => {
    const { call, lines } = callers({ refused: true })
    expect(call('C1', { chat: [group('120363@g')], isGroup: true })).toBe(false)
    expect(lines()).toEqual([])
  })
})
