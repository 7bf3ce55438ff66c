/** What the screens say of reply windows, and which templates they offer. */
import { describe, expect, test } from 'bun:test'
import type { ChannelKind } from '../../../src/channels/contract'
import type { Template } from '../../../src/channels/templates/contract'
import type { Door } from '../../../src/tickets/contract'
import { offeredTemplates, shownTemplates, titleOf, toneOf } from '../../../ui/features/templates/spec'
import { dayOf, lookOf, spanOf, waysBeside } from '../../../ui/features/templates/window/rules'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 10, 19, 17, 32)
const at = (ms: number) => new Date(ms).toISOString()
const rule = { hours: 24, personHours: 168 }
/** Opened so many milliseconds ago. */
const opened = (ago: number) => ({ until: at(NOW - ago + 24 * HOUR), personUntil: at(NOW - ago + 168 * HOUR) })

describe('a reply window', () => {
  test.each([
    [8 * MINUTE, { state: 'open', isSoon: false }],
    [22 * HOUR, { state: 'open', isSoon: false }],
    [22 * HOUR + 1, { state: 'open', isSoon: true }],
    [24 * HOUR, { state: 'people', isSoon: false }],
    [167 * HOUR, { state: 'people', isSoon: true }],
  ])('opened %i ms ago', (ago, look) => {
    expect(lookOf(opened(ago), NOW, rule)).toMatchObject(look)
  })

  test('has no look after its end, or without a limit', () => {
    expect(lookOf(opened(168 * HOUR), NOW, rule)).toBeNull()
    expect(lookOf(null, NOW, rule)).toBeNull()
    expect(lookOf({ until: null, personUntil: null }, NOW, rule)).toBeNull()
  })

  test('shrinks from the whole to nothing', () => {
    expect(lookOf(opened(0), NOW, rule)?.share).toBe(1)
    expect(lookOf(opened(12 * HOUR), NOW, rule)?.share).toBe(0.5)
    expect(lookOf(opened(24 * HOUR), NOW, rule)?.share).toBe(1)
  })

  test.each([
    [1, { unit: 'minutes', count: 1 }],
    [38 * MINUTE, { unit: 'minutes', count: 38 }],
    [23 * HOUR + 52 * MINUTE, { unit: 'hours', hours: 23, minutes: 52 }],
    [123 * HOUR, { unit: 'days', days: 5, hours: 3 }],
  ])('says %i ms as a span', (left, span) => {
    expect(spanOf(left)).toEqual(span as never)
  })

  test('names the day of its end', () => {
    const keyOf = (moment: string | number) => new Date(moment).toISOString().slice(0, 10)
    const days = [-24, 0, 24, 48].map((hours) => dayOf(at(NOW + hours * HOUR), NOW, keyOf))
    expect(days).toEqual(['yesterday', 'today', 'tomorrow', 'date'])
  })
})

describe('templates', () => {
  let count = 0
  const template = (name: string, more: Partial<Template> = {}): Template => ({
    id: ++count,
    whatsappId: 1,
    name,
    language: 'pt_BR',
    category: 'utility',
    status: 'APPROVED',
    statusAt: at(NOW),
    reason: null,
    quality: null,
    header: null,
    body: 'Olá!',
    footer: null,
    buttons: [],
    examples: { header: '', body: [], buttons: [] },
    unsupported: null,
    categoryBefore: null,
    pausedUntil: null,
    ...more,
  })
  const all = [
    template('saldao', { status: 'REJECTED', category: 'marketing' }),
    template('visita_tecnica'),
    template('carrossel', { unsupported: 'carousel' }),
    template('entrega', { body: 'A entrega é amanhã' }),
  ]
  const names = (shown: readonly Template[]) => shown.map(({ name }) => name)

  test('that can be sent are offered first', () => {
    expect(names(offeredTemplates(all, ''))).toEqual(['entrega', 'visita_tecnica', 'carrossel', 'saldao'])
  })

  test('are found by the words of their name and text, without accents', () => {
    expect(names(offeredTemplates(all, 'tecnica'))).toEqual(['visita_tecnica'])
    expect(names(offeredTemplates(all, 'visita tec'))).toEqual(['visita_tecnica'])
    expect(names(offeredTemplates(all, 'amanha'))).toEqual(['entrega'])
  })

  test('are filtered and sorted by what a view says', () => {
    expect(names(shownTemplates(all, { category: 'marketing' }))).toEqual(['saldao'])
    expect(names(shownTemplates(all, { sort: 'name', desc: true }))).toEqual([
      'visita_tecnica',
      'saldao',
      'entrega',
      'carrossel',
    ])
  })

  test('have a readable name, and a tone for each status', () => {
    expect(titleOf('pedido_pronto_para_entrega')).toBe('Pedido pronto para entrega')
    const tones = ['APPROVED', 'PENDING', 'PAUSED', 'REJECTED', 'SOMETHING_NEW'].map((status) => toneOf({ status }))
    expect(tones).toEqual(['ok', 'wait', 'warn', 'bad', 'bad'])
  })
})

describe('a closed conversation', () => {
  const door = (id: number, channel: ChannelKind, more: Partial<Door> = {}): Door => ({
    whatsapp: { id, name: channel, channel },
    address: null,
    state: 'open',
    until: null,
    ticket: null,
    mayWrite: true,
    ...more,
  })
  const connected = (...ids: number[]) => ids.map((id) => ({ id, status: 'CONNECTED' }) as const)

  test('goes on wherever the contact can be written to now, at last by template', () => {
    const doors = [
      door(1, 'instagram', { state: 'closed' }),
      door(2, 'whatsapp_cloud', { state: 'template' }),
      door(3, 'facebook'),
      door(4, 'whatsapp'),
    ]
    const ways = waysBeside({ whatsappId: 1 }, doors, connected(1, 2, 3, 4))
    expect(ways.map(({ whatsapp }) => whatsapp.id)).toEqual([3, 4, 2])
  })

  test('not where a colleague attends, nor over a connection that is off', () => {
    const doors = [door(2, 'facebook', { mayWrite: false }), door(3, 'whatsapp')]
    expect(waysBeside({ whatsappId: 1 }, doors, connected(1, 2))).toEqual([])
  })
})
