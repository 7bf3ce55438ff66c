/** The choice of a channel, how a connection over Meta is doing, and what is said of values and pages before Meta is asked. */
import { describe, expect, test } from 'bun:test'
import { ChannelKind } from '../../../src/channels/contract'
import type { SignedUpNumber } from '../../../src/channels/meta/cloud/sign-up-contract'
import type { MetaPage } from '../../../src/channels/meta/pages/contract'
import { noticeHeadline, noticeOf, noticeText } from '../../../ui/features/connections/account'
import { factsOf, lackText } from '../../../ui/features/connections/kinds/facts'
import { isPassed } from '../../../ui/features/connections/official/checks'
import { chosenIn, countNew, firstPicked, toggled as withPin } from '../../../ui/features/connections/official/numbers'
import { localFault, NO_VALUES } from '../../../ui/features/connections/official/values'
import { firstTicks, idsOf, toggled } from '../../../ui/features/connections/pages/choice'
import { languages } from '../../../ui/shared/i18n/languages'
import { textIn } from '../support/texts'

const NOW = Date.parse('2026-11-19T18:00:00.000Z')
const DAY = 86_400_000

describe('a channel', () => {
  test('says what it cannot do, as the table of capabilities has it', async () => {
    const t = await textIn('pt-BR')
    expect(ChannelKind.options.map((channel) => lackText(t, channel))).toEqual([
      'Botões, modelos aprovados, celular parado por mais de 14 dias.',
      'Começar conversa sem modelo aprovado, grupos, editar, apagar.',
      'Começar conversa, grupos, editar, apagar, reagir. Depois de 24 h só uma pessoa responde, até 7 dias.',
      'Começar conversa, grupos, editar, apagar, documentos além de PDF. Depois de 24 h só uma pessoa responde, até 7 dias.',
    ])
  })
  test('says its price and its risk in every language', async () => {
    for (const language of languages) {
      const t = await textIn(language)
      for (const channel of ChannelKind.options) {
        const { price, risk } = factsOf(channel)
        for (const key of [`kind.name.${channel}`, `kind.prices.${price}`, `kind.risks.${risk}`])
          expect(t.find(`connections.${key}`)).toBeTruthy()
      }
    }
  })
})

describe('a connection over Meta', () => {
  const account = {
    displayName: 'Casa Aurora',
    username: null,
    quality: 'GREEN',
    limit: 1000,
    isCoexistent: false,
    reached: 0,
    tokenEndsAt: null,
    subscribedAt: new Date(NOW).toISOString(),
    picture: null,
  }
  type Change = Partial<Omit<typeof account, 'tokenEndsAt' | 'subscribedAt'>> & {
    tokenEndsAt?: string | null
    subscribedAt?: string | null
  }
  const official = (change: Change = {}) => ({
    channel: 'whatsapp_cloud' as const,
    status: 'CONNECTED' as const,
    account: { ...account, ...change },
  })
  const notice = (change: Change = {}, features: readonly string[] | null = null) =>
    noticeOf(official(change), { features, now: NOW })
  const inDays = (days: number) => new Date(NOW + days * DAY).toISOString()

  test('says first what keeps it from working', () => {
    expect(notice()).toBe('GREEN')
    expect(notice({ quality: 'RED' })).toBe('RED')
    expect(notice({ quality: 'UNKNOWN' })).toBe('fine')
    expect(notice({ quality: 'RED', subscribedAt: null })).toBe('silent')
    expect(notice({ subscribedAt: null, tokenEndsAt: inDays(6.5) })).toBe('ending')
    expect(notice({ tokenEndsAt: inDays(20) })).toBe('GREEN')
    expect(notice({}, ['useFacebook'])).toBe('notInPlan')
    expect(notice({}, ['useWhatsapp'])).toBe('GREEN')
  })
  test('says nothing beside a status that says it all, nor of a linked phone', () => {
    expect(noticeOf({ ...official(), status: 'DISCONNECTED' }, { features: null, now: NOW })).toBeNull()
    expect(
      noticeOf({ channel: 'whatsapp', status: 'CONNECTED', account: null }, { features: null, now: NOW }),
    ).toBeNull()
  })
  test('says quality, limit and the end of its access in words', async () => {
    const t = await textIn('pt-BR')
    expect(noticeHeadline(t, 'GREEN', official(), NOW)).toBe('Conectada, qualidade alta')
    expect(noticeText(t, 'GREEN', official())).toBe('Até 1.000 pessoas novas em 24 h.')
    expect(noticeText(t, 'RED', official({ limit: 250 }))).toBe('Até 250 pessoas novas em 24 h. Campanhas esperam.')
    expect(noticeText(t, 'GREEN', official({ reached: 318 }))).toBe('318 de 1.000 pessoas em 24 h.')
    expect(noticeText(t, 'GREEN', official({ reached: 1000 }))).toBe(
      '1.000 de 1.000 pessoas em 24 h. Campanhas esperam.',
    )
    expect(noticeText(t, 'GREEN', official({ limit: -1 }))).toBe('Sem limite de pessoas novas.')
    expect(noticeHeadline(t, 'ending', official({ tokenEndsAt: inDays(6.5) }), NOW)).toBe(
      'Conectada, o acesso vence em 6 dias',
    )
    expect(noticeHeadline(t, 'ending', official({ tokenEndsAt: inDays(0.5) }), NOW)).toBe(
      'Conectada, o acesso vence hoje',
    )
  })
})

test('a value that can only be wrong is named before Meta is asked', () => {
  const values = { ...NO_VALUES, phoneNumberId: '410227731188093' }
  expect(localFault('phoneNumberId', values)).toBeNull()
  expect(localFault('businessAccountId', values)).toBeNull() // empty: not typed yet
  expect(localFault('businessAccountId', { ...values, businessAccountId: values.phoneNumberId })).toBe('same')
  expect(localFault('businessAccountId', { ...values, businessAccountId: '12a' })).toBe('digits')
  expect(localFault('accessToken', { ...values, accessToken: 'EAA com espaço no meio' })).toBe('token')
  expect(localFault('appSecret', { ...values, appSecret: 'curta' })).toBe('secret')
})

test('a number can be connected once nothing red stands and nothing waits', () => {
  const finding = (
    check: 'number' | 'account' | 'token' | 'secret' | 'permissions',
    state: 'good' | 'warn' | 'bad',
  ) => ({
    check,
    state,
    fault: null,
    answer: null,
  })
  const good = (['number', 'account', 'token', 'secret'] as const).map((check) => finding(check, 'good'))
  expect(isPassed([...good, finding('permissions', 'warn')])).toBe(true)
  expect(isPassed([...good, finding('permissions', 'bad')])).toBe(false)
  expect(isPassed(good)).toBe(false)
})

describe('pages', () => {
  const page = (id: string, change: Partial<MetaPage> = {}): MetaPage => ({
    id,
    name: id,
    isConnected: false,
    refusal: null,
    instagram: null,
    ...change,
  })
  const instagram = { id: 'ig', username: 'loja', isConnected: false, refusal: null }
  const both = { facebook: true, instagram: true }
  const pages = [
    page('a', { instagram }),
    page('b', { isConnected: true }),
    page('c', { refusal: 'tasks' }),
    page('d', { isConnected: true, instagram: { ...instagram, id: 'ig2' } }),
  ]
  test('are ticked with their Instagram, but for what is connected, refused or not in the plan', () => {
    expect([...firstTicks(pages, both, null)]).toEqual(['a', 'ig', 'ig2'])
    expect([...firstTicks(pages, { facebook: true, instagram: false }, null)]).toEqual(['a'])
    expect([...firstTicks(pages, both, 1)]).toEqual(['a'])
  })
  test('are ticked and unticked together with their Instagram', () => {
    const ids = idsOf(page('a', { instagram }), both)
    expect([...toggled(new Set(['x', 'a', 'ig']), ids)]).toEqual(['x'])
    expect([...toggled(new Set(['a']), ids)]).toEqual(['a', 'ig'])
  })
})

describe('numbers of a sign-up', () => {
  const number = (id: string, change: Partial<SignedUpNumber> = {}): SignedUpNumber => ({
    id,
    phone: '552140201180',
    name: id,
    businessName: 'Loja',
    isCoexistent: false,
    isRegistered: true,
    needsPin: false,
    isConnected: false,
    refusal: null,
    ...change,
  })
  const numbers = [
    number('known', { isConnected: true }),
    number('new', { needsPin: true, isRegistered: false }),
    number('phone', { isCoexistent: true }),
    number('theirs', { refusal: 'otherCompany' }),
  ]
  test('are ticked at first where nothing more is needed, as far as the plan has room', () => {
    expect([...firstPicked(numbers, null).keys()]).toEqual(['known', 'phone'])
    expect([...firstPicked(numbers, 0).keys()]).toEqual(['known'])
    expect([...firstPicked([number('new', { needsPin: true })], 1).keys()]).toEqual(['new'])
  })
  test('can be connected once each that must be registered has its PIN', () => {
    const picked = withPin(firstPicked(numbers, null), 'new')
    expect(chosenIn(picked, numbers)).toBeUndefined()
    const complete = new Map(picked).set('new', '123456')
    expect(chosenIn(complete, numbers)).toEqual([{ id: 'known' }, { id: 'new', pin: '123456' }, { id: 'phone' }])
    expect(countNew(complete, numbers)).toBe(2)
    expect(chosenIn(withPin(complete, 'new'), numbers)).toHaveLength(2)
    expect(chosenIn(new Map(), numbers)).toBeUndefined()
  })
})
