/**
 * The rules of the campaign screens: what a draft saves and lacks, when it may be changed, and what its figures mean.
 */
import { describe, expect, test } from 'bun:test'
import type { Campaign, CampaignCounters } from '../../../src/features/campaigns/contract'
import {
  bodyOf,
  countOf,
  mayEdit,
  onlyConnection,
  partsDone,
  progressOf,
  scheduledText,
  startsAt,
  valuesOf,
  wholeDays,
} from '../../../ui/features/campaigns/spec'
import { dayWords, repeatedKeys } from '../../../ui/features/outbound/spec'

const ZONE = 'America/Sao_Paulo'
const NOON = Date.parse('2026-11-19T15:00:00Z')
const stored = {
  name: 'Black Friday',
  status: 'PROGRAMADA',
  scheduledAt: '2026-11-19 15:00:00',
  message1: 'Olá!',
  message2: null,
  confirmation: false,
  contactListId: null,
  tagId: 3,
  whatsappId: 1,
  queueId: null,
  excludesCold: true,
} as Campaign // the rules read nothing else

describe('a draft', () => {
  test('takes the only WhatsApp connection; with several the user chooses', () => {
    const [shop, depot] = [1, 2].map((id) => ({ id, channel: 'whatsapp' as const }))
    const page = { id: 3, channel: 'facebook' as const }
    if (!shop || !depot) throw new Error('there are two')
    expect([[], [shop], [page, depot], [shop, depot]].map(onlyConnection)).toEqual([null, 1, 2, null])
    expect(valuesOf(null, ZONE, 1).whatsappId).toBe(1)
    expect(valuesOf({ ...stored, whatsappId: null }, ZONE, 1).whatsappId).toBeNull()
  })

  test('holds the stored values, and saves empty texts as null', () => {
    const values = valuesOf(stored, ZONE)
    expect(values).toMatchObject({ audience: 'tag', tagId: 3, when: 'later', startsAt: '2026-11-19T18:00:00.000Z' })
    expect(bodyOf({ ...values, message2: '  ', name: ' Natal ' }, ZONE)).toMatchObject({
      name: 'Natal',
      message1: 'Olá!',
      message2: null,
      tagId: 3,
      contactListId: null,
    })
  })

  test('has a list or a tag as audience, never both', () => {
    const body = bodyOf({ ...valuesOf(stored, ZONE), audience: 'list', contactListId: 7 }, ZONE)
    expect(body).toMatchObject({ contactListId: 7, tagId: null })
    expect(body).not.toContainAnyKeys(['startsAt', 'when', 'audience'])
  })

  test('keeps its time until it is scheduled, unless it starts at once', () => {
    const values = valuesOf({ ...stored, status: 'INATIVA' }, ZONE)
    expect(values).toMatchObject({ when: 'later', startsAt: '2026-11-19T18:00:00.000Z' })
    const timeOf = (changed: Partial<typeof values>, status?: Campaign['status']) =>
      bodyOf({ ...values, ...changed }, ZONE, status).scheduledAt
    expect([timeOf({}), timeOf({ when: 'now' }), timeOf({}, 'PROGRAMADA')]).toEqual([
      '2026-11-19 15:00:00',
      null,
      undefined,
    ])
    expect(valuesOf({ ...stored, status: 'CANCELADA' }, ZONE)).toMatchObject({ when: 'now', startsAt: null })
  })

  test('is complete part by part', () => {
    expect(partsDone(valuesOf(null, ZONE), NOON)).toEqual({ message: false, audience: false, pace: false, when: true })
    const whole = valuesOf(stored, ZONE)
    expect(partsDone(whole, NOON)).toEqual({ message: true, audience: true, pace: true, when: true })
    expect(partsDone({ ...whole, confirmation: true }, NOON).message).toBe(false)
    expect(partsDone({ ...whole, confirmation: true, confirmationMessage2: 'Pode ser?' }, NOON).message).toBe(true)
    expect(partsDone(whole, NOON + 4 * 3_600_000).when).toBe(false)
    // Where the channel needs a template, its values count, and texts do not.
    expect(partsDone(whole, NOON, false).message).toBe(false)
    expect(partsDone({ ...whole, message1: '' }, NOON, true).message).toBe(true)
  })

  test('may be changed until an hour before it starts, by the company’s clock', () => {
    expect(startsAt(stored.scheduledAt, ZONE)).toBe('2026-11-19T18:00:00.000Z')
    expect(scheduledText('2026-11-19T18:00:00.000Z', ZONE)).toBe('2026-11-19 15:00:00')
    const at = (hours: number) => Date.parse('2026-11-19T18:00:00Z') - hours * 3_600_000
    expect([mayEdit(stored, ZONE, at(1.1)), mayEdit(stored, ZONE, at(0.9))]).toEqual([true, false])
    expect(mayEdit({ status: 'EM_ANDAMENTO', scheduledAt: null }, ZONE, NOON)).toBe(false)
  })
})

test('figures: which deliveries are settled, and what each tab of the report holds', () => {
  const figures = { total: 10, waiting: 3, coldWaiting: 1, asked: 1, sent: 4, failed: 1, skipped: 1, delivered: 3 }
  const all = figures as CampaignCounters // the others are not looked at
  expect(progressOf(all)).toBe(0.6)
  expect(progressOf({ ...all, total: 0 })).toBe(0)
  expect([countOf(all, 'all'), countOf(all, 'waiting'), countOf(all, 'delivered')]).toEqual([10, 4, 3])
})

test('the chart includes days without messages', () => {
  const day = { day: '2026-11-18', delivered: 2, read: 1, answered: 0, optedOut: 0 }
  expect(wholeDays([day], '2026-11-17', '2026-11-19').map(({ delivered }) => delivered)).toEqual([0, 2, 0])
  expect(wholeDays([day], '2016-11-17', '2026-11-19').at(-2)).toEqual(day)
})

describe('the settings', () => {
  const names = ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo']
  const words = (days: number[]) => dayWords(days, (at) => names[at] ?? '')

  test('show consecutive days as first and last', () => {
    expect(words([1, 2, 3, 4, 5, 6])).toBe('seg–sáb')
    expect(words([0, 6])).toBe('sáb, dom')
    expect(words([1, 3, 5])).toBe('seg, qua, sex')
  })

  test('add each keyword once', () => {
    const keys = ['cupom', 'Cupom ', 'loja', ''].map((key) => ({ key, value: 'x' }))
    expect(repeatedKeys(keys)).toEqual([1])
  })
})
