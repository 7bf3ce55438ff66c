import { describe, expect, test } from 'bun:test'
import { photo } from '../../src/simulator/play/photo'
import { furnishedMeta, graphCall } from '../support/meta'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Furnished = Awaited<ReturnType<typeof furnishedMeta>>
type Status = {
  id: string
  status: string
  errors?: { code: number }[]
  pricing?: Record<string, unknown>
  [key: string]: unknown
}

const send = ({ meta, number, systemToken, person }: Furnished, body: Record<string, unknown>, token = systemToken) =>
  graphCall(meta, token, `/${number.id}/messages`, {
    messaging_product: 'whatsapp',
    ...('recipient' in body || 'status' in body ? {} : { to: person.phone }),
    ...body,
  })
const text = (body: string) => ({ type: 'text', text: { body } })
const idOf = (body: Readonly<Record<string, unknown>>) => (body.messages as { id: string }[])[0]?.id ?? ''
const statusesOf = ({ hook }: Furnished) => hook.values().flatMap(({ statuses }) => (statuses ?? []) as Status[])
const failedOf = (all: Furnished) =>
  statusesOf(all).flatMap(({ status, errors }) => (status === 'failed' ? (errors?.[0]?.code ?? 0) : []))
const upload = ({ meta, number, systemToken }: Furnished, file: File, id = number.id) => {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('file', file)
  return graphCall(meta, systemToken, `/${id}/media`, form)
}
const pngOf = (name = 'a.png', type = 'image/png') => new File([new Uint8Array(photo(1).bytes)], name, { type })

describe('sending', () => {
  test('wants a token of the business with the permission, a registered number, and the product', async () => {
    const all = await furnishedMeta()
    const { meta, app, business, number, systemToken } = all
    await all.whatsapp.text('oi')
    const other = meta.addBusiness()
    expect((await send(all, text('x'), meta.systemToken(app, [other]))).error).toBe('100/33')
    expect((await send(all, text('x'), all.pageToken)).error).toBe('100/33')
    expect(
      (await send(all, text('x'), meta.systemToken(app, [business], { scopes: ['whatsapp_business_management'] })))
        .error,
    ).toBe('200')
    expect((await send(all, { ...text('x'), messaging_product: 'telegram' })).error).toBe('100')
    meta.endToken(systemToken)
    const ended = await send(all, text('x'))
    expect([ended.status, ended.error]).toEqual([401, '190/463'])
    number.isRegistered = false
    expect((await send(all, text('x'), meta.systemToken(app, [business]))).error).toBe('133010')
  })

  test('is answered, then reported with its price and our own word', async () => {
    const all = await furnishedMeta({ freeServiceMessages: 1 })
    const { meta, whatsapp } = all
    await whatsapp.text('oi')
    const { body } = await send(all, { ...text('Olá'), biz_opaque_callback_data: 'ours-1' })
    await send(all, text('de novo'))
    await meta.settled()
    await whatsapp.read(idOf(body))
    expect(body).toMatchObject({ contacts: [{ input: '5511988887777', wa_id: '5511988887777' }] })
    const first = statusesOf(all).filter(({ id }) => id === idOf(body))
    expect(first.map(({ status, biz_opaque_callback_data }) => [status, biz_opaque_callback_data])).toEqual([
      ['sent', 'ours-1'],
      ['delivered', 'ours-1'],
      ['read', 'ours-1'],
    ])
    const pricing = { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' }
    expect(first.map((one) => one.pricing)).toEqual([pricing, pricing, undefined])
    expect(statusesOf(all).find(({ id }) => id !== idOf(body))?.pricing).toMatchObject({
      billable: true,
      type: 'regular',
    })
  })

  test('a day after the person wrote is accepted, and then fails', async () => {
    let now = Date.UTC(2026, 10, 1)
    const all = await furnishedMeta({ now: () => now })
    await all.whatsapp.text('oi')
    now += DAY
    expect((await send(all, text('x'))).status).toBe(200)
    now += 1
    const late = await send(all, text('x'))
    expect(late.status).toBe(200)
    await all.meta.settled()
    expect(failedOf(all)).toEqual([131047])
    const told = all.hook.values().find((value) => JSON.stringify(value).includes('131047'))
    expect(told).not.toHaveProperty('contacts')
  })

  test('to a business-scoped id goes by `recipient`; in `to` it is accepted and reaches nobody', async () => {
    const all = await furnishedMeta()
    const { meta, app, whatsapp, person, hook, business } = all
    person.username = 'joao.c'
    await whatsapp.text('oi')
    expect(hook.values()[0]).toMatchObject({
      contacts: [{ profile: { username: 'joao.c' }, user_id: person.bsuid }],
      messages: [{ from_user_id: person.bsuid }],
    })
    expect(JSON.stringify(hook.values()[0])).not.toContain('5511988887777')
    const dropped = await send(all, { to: person.bsuid, ...text('perdida') })
    expect([dropped.status, idOf(dropped.body)]).toEqual([200, expect.stringMatching(/^wamid\./)])
    await meta.settled()
    expect([whatsapp.sent, statusesOf(all)]).toEqual([[], []])
    const { body } = await send(all, { recipient: person.bsuid, ...text('chega') })
    await meta.settled()
    expect(body.contacts).toEqual([{ input: person.bsuid, user_id: person.bsuid }])
    expect(whatsapp.received).toHaveLength(1)
    expect(statusesOf(all)[0]).toMatchObject({ recipient_user_id: person.bsuid })
    expect(statusesOf(all)[0]).not.toHaveProperty('recipient_id')
    expect((await send(all, { recipient: 'BR.unknown1', ...text('x') })).error).toBe('131009')
    expect((await send(all, { recipient: person.bsuid, to: person.phone, ...text('x') })).error).toBe('100')
    // Another company's id for the same person.
    const other = meta.addNumber(meta.addBusiness(), { phone: '551155556666' })
    expect(meta.whatsapp(person, other).id).not.toBe(person.bsuid)
    const otherToken = meta.systemToken(app, [other.business, business])
    expect(
      (
        await graphCall(meta, otherToken, `/${other.id}/messages`, {
          messaging_product: 'whatsapp',
          recipient: person.bsuid,
          ...text('x'),
        })
      ).error,
    ).toBe('131009')
  })

  test('knows a phone under another number, and people by other ids once they change theirs', async () => {
    const all = await furnishedMeta()
    const { meta, number, whatsapp, person, hook } = all
    const ana = meta.whatsapp(meta.person({ name: 'Ana', phone: '5511977776666', waId: '551177776666' }), number)
    await ana.text('oi')
    expect(hook.values()[0]).toMatchObject({ messages: [{ from: '551177776666' }] })
    const answer = await send(all, { to: '5511977776666', ...text('x') })
    expect(answer.body.contacts).toEqual([{ input: '5511977776666', wa_id: '551177776666' }])
    await whatsapp.text('oi')
    const former = whatsapp.id
    await whatsapp.changeNumber('5521955554444')
    const system = { type: 'user_changed_number', wa_id: '5521955554444', user_id: whatsapp.id }
    expect(hook.values().at(-1)).toMatchObject({ messages: [{ from: '5511988887777', from_user_id: former, system }] })
    expect(whatsapp.id).not.toBe(former)
    expect((await send(all, { recipient: former, ...text('x') })).error).toBe('131009')
    expect((await send(all, { recipient: whatsapp.id, ...text('x') })).status).toBe(200)
    expect(person.phone).toBe('5521955554444')
  })

  test('fails as the suffix of the number wants, and to nobody', async () => {
    const all = await furnishedMeta()
    expect((await send(all, { to: '551199130429', ...text('x') })).error).toBe('130429')
    expect((await send(all, { to: '551199131056', ...text('x') })).error).toBe('131056')
    for (const to of ['5511999131049', '5511900000000'])
      expect((await send(all, { to, ...text('x') })).status).toBe(200)
    await all.meta.settled()
    expect(failedOf(all)).toEqual([131049, 131026])
    expect((await send(all, { to: '5511a', ...text('x') })).error).toBe('131009')
  })

  test('statuses may come in scrambled order, and wait for a phone that is away', async () => {
    const all = await furnishedMeta({ habits: { scrambledStatuses: true } })
    await all.whatsapp.text('oi')
    await send(all, text('x'))
    await all.meta.settled()
    expect(statusesOf(all).map(({ status }) => status)).toEqual(['delivered', 'sent'])
    expect(all.whatsapp.received).toHaveLength(1)
    all.person.isAway = true
    await send(all, text('y'))
    await all.meta.settled()
    expect(all.whatsapp.received).toHaveLength(1)
    await all.whatsapp.comesBack()
    expect(all.whatsapp.received).toHaveLength(2)
  })

  test('marks read only what was received', async () => {
    const all = await furnishedMeta()
    const id = await all.whatsapp.text('oi')
    const read = { status: 'read', message_id: id, typing_indicator: { type: 'text' } }
    expect((await send(all, read)).body).toEqual({ success: true })
    expect((await send(all, { ...read, message_id: 'wamid.none' })).error).toBe('131009')
    expect((await send(all, { ...read, typing_indicator: { type: 'voice' } })).error).toBe('100')
  })
})

describe('content', () => {
  const buttons = (...titles: string[]) => ({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'Escolha' },
      action: { buttons: titles.map((title, at) => ({ type: 'reply', reply: { id: `b${at}`, title } })) },
    },
  })
  const list = (...titles: string[]) => ({
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text: 'Escolha' },
      action: { button: 'Ver', sections: [{ rows: titles.map((title, at) => ({ id: `r${at}`, title })) }] },
    },
  })
  const refused: readonly [string, Record<string, unknown>, string][] = [
    ['a long text', text('x'.repeat(4097)), '100'],
    ['an empty text', text(''), '100'],
    ['four buttons', buttons('1', '2', '3', '4'), '131009'],
    ['a long button', buttons('x'.repeat(21)), '100'],
    ['equal buttons', buttons('x', 'x'), '131009'],
    ['eleven rows', list(...Array.from({ length: 11 }, (_, at) => `r${at}`)), '131009'],
    ['a long row', list('x'.repeat(25)), '100'],
    ['a location off the map', { type: 'location', location: { latitude: 91, longitude: 0 } }, '131009'],
    ['a contact without a name', { type: 'contacts', contacts: [{ phones: [] }] }, '131008'],
    ['a reaction to nothing', { type: 'reaction', reaction: { message_id: 'wamid.none', emoji: '👍' } }, '131009'],
    ['a caption under audio', { type: 'audio', audio: { link: 'https://x.example/a', caption: 'x' } }, '100'],
    ['an unknown medium', { type: 'image', image: { id: '1' } }, '100'],
    ['a quote of nothing', { ...text('x'), context: { message_id: 'wamid.none' } }, '131009'],
    ['an unknown type', { type: 'hologram', hologram: {} }, '100'],
    ['a long word of ours', { ...text('x'), biz_opaque_callback_data: 'x'.repeat(513) }, '100'],
  ]
  test.each(refused)('%s is refused', async (_what, body, code) => {
    const all = await furnishedMeta()
    await all.whatsapp.text('oi')
    expect((await send(all, body)).error).toBe(code)
  })

  test('buttons and lists are answered by their titles', async () => {
    const all = await furnishedMeta()
    const { meta, whatsapp, hook } = all
    await whatsapp.text('oi')
    const [first, second] = [await send(all, buttons('Sim', 'Não')), await send(all, list('Sofá', 'Mesa'))]
    await meta.settled()
    await whatsapp.tap(idOf(first.body), 'Não')
    expect(whatsapp.offered(idOf(second.body))).toEqual(['Sofá', 'Mesa'])
    await whatsapp.tap(idOf(second.body), 'Mesa')
    const answers = hook.values().flatMap(({ messages }) => (messages ?? []) as Record<string, unknown>[])
    expect(answers.slice(1)).toMatchObject([
      {
        type: 'interactive',
        context: { id: idOf(first.body) },
        interactive: { type: 'button_reply', button_reply: { id: 'b1', title: 'Não' } },
      },
      { interactive: { type: 'list_reply', list_reply: { id: 'r1', title: 'Mesa' } } },
    ])
  })
})

describe('media', () => {
  test('are uploaded within their limits, sent by their number alone, and had for five minutes with the token', async () => {
    let now = Date.UTC(2026, 10, 1)
    const all = await furnishedMeta({ now: () => now })
    const { meta, app, business, systemToken, whatsapp } = all
    await whatsapp.text('oi')
    expect((await upload(all, pngOf('a.bin', 'application/octet-stream'))).error).toBe('100')
    expect(
      (await upload(all, new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }))).error,
    ).toBe('131053')
    const { body } = await upload(all, pngOf())
    const id = String(body.id)
    expect((await send(all, { type: 'image', image: { id } })).status).toBe(200)
    expect((await send(all, { type: 'audio', audio: { id } })).error).toBe('131009')
    const other = meta.addNumber(business, { phone: '551100001111' })
    const foreign = await upload(all, pngOf(), other.id)
    expect((await send(all, { type: 'image', image: { id: foreign.body.id } })).error).toBe('100')
    const { url } = (await graphCall(meta, systemToken, `/${id}`)).body
    const download = (token: string) => fetch(String(url), { headers: { authorization: `Bearer ${token}` } })
    const foreignToken = meta.systemToken(app, [meta.addBusiness()])
    for (const token of ['other', foreignToken]) expect((await download(token)).status).toBe(401)
    expect((await download(systemToken)).headers.get('content-type')).toBe('image/png')
    now += 5 * 60_000
    expect((await download(systemToken)).status).toBe(404)
    expect((await graphCall(meta, systemToken, `/${id}`)).status).toBe(200)
    now += 30 * DAY
    expect((await graphCall(meta, systemToken, `/${id}`)).error).toBe('100/33')
  })

  test('that cannot be fetched, or are no voice, fail after the answer', async () => {
    const all = await furnishedMeta()
    await all.whatsapp.text('oi')
    const { body } = await upload(all, new File(['no voice'], 'a.ogg', { type: 'audio/ogg' }))
    expect((await send(all, { type: 'audio', audio: { id: body.id } })).status).toBe(200)
    expect((await send(all, { type: 'image', image: { link: 'http://127.0.0.1:1/a.png' } })).status).toBe(200)
    await all.meta.settled()
    expect(failedOf(all)).toEqual([131053, 131053])
  })
})

describe('templates', () => {
  const body = (...values: string[]) => ({
    type: 'body',
    parameters: values.map((value) => ({ type: 'text', text: value })),
  })
  const template = (name: string, components: unknown[] = [], language = 'pt_BR') => ({
    type: 'template',
    template: { name, language: { code: language }, components },
  })

  test('are sent outside the window, only approved, in their language, and filled as they want', async () => {
    const all = await furnishedMeta()
    const { meta, business, whatsapp, person } = all
    meta.addTemplate(business, { name: 'pedido', body: 'Olá {{1}}, o pedido {{2}} saiu.', category: 'UTILITY' })
    for (const [name, status] of [
      ['espera', 'PENDING'],
      ['recusado', 'REJECTED'],
      ['pausado', 'PAUSED'],
      ['fora', 'DISABLED'],
    ] as const)
      meta.addTemplate(business, { name, status })
    meta.addTemplate(business, { name: 'oferta', category: 'MARKETING' })
    meta.addTemplate(business, { name: 'codigo', category: 'AUTHENTICATION' })
    const { body: sent } = await send(all, template('pedido', [body('Ana', '12')]))
    await meta.settled()
    expect(sent.messages).toMatchObject([{ message_status: 'accepted' }])
    expect(statusesOf(all).map(({ status, pricing }) => [status, pricing?.category])).toEqual([
      ['sent', 'utility'],
      ['delivered', 'utility'],
    ])
    expect(whatsapp.received).toHaveLength(1)
    const code = async (one: Record<string, unknown>) => (await send(all, one)).error
    expect(await code(template('pedido', [body('Ana')]))).toBe('132000')
    expect(await code(template('pedido', [body('Ana', 'a\nb')]))).toBe('132018')
    expect(await code(template('pedido', [body('x'.repeat(1020), 'y')]))).toBe('132005')
    expect(await code(template('pedido', [body('Ana', '12')], 'en_US'))).toBe('132001')
    expect([await code(template('espera')), await code(template('recusado')), await code(template('nada'))]).toEqual([
      '132001',
      '132001',
      '132001',
    ])
    expect([await code(template('pausado')), await code(template('fora'))]).toEqual(['132015', '132016'])
    expect(await code({ recipient: person.bsuid, ...template('codigo') })).toBe('131062')
    person.refusesMarketing = true
    await send(all, template('oferta'))
    await meta.settled()
    expect(failedOf(all)).toEqual([131050])
  })

  test('have headers and buttons that want what they lack', async () => {
    const all = await furnishedMeta()
    all.meta.addTemplate(all.business, {
      name: 'foto',
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Veja' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'URL', text: 'Abrir', url: 'https://x.example/{{1}}' },
            { type: 'QUICK_REPLY', text: 'Parar' },
          ],
        },
      ],
    })
    const header = { type: 'header', parameters: [{ type: 'image', image: { link: `${all.meta.url}/cdn/none` } }] }
    const button = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'a' }] }
    const code = async (components: unknown[]) => (await send(all, template('foto', components))).error
    expect([await code([button]), await code([header]), await code([header, button])]).toEqual([
      '132012',
      '131008',
      undefined,
    ])
    await all.meta.settled()
    await all.whatsapp.tap(all.whatsapp.received[0]?.id ?? '', 'Parar')
    expect(all.hook.values().at(-1)).toMatchObject({ messages: [{ type: 'button', button: { text: 'Parar' } }] })
  })

  test('are created, reviewed, listed and deleted', async () => {
    const all = await furnishedMeta()
    const { meta, business, systemToken, hook } = all
    const path = `/${business.id}/message_templates`
    const wanted = (more: Record<string, unknown> = {}) => ({
      name: 'aviso',
      language: 'pt_BR',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Olá {{1}}, tudo bem?', example: { body_text: [['Ana']] } }],
      ...more,
    })
    const create = (more?: Record<string, unknown>) => graphCall(meta, systemToken, path, wanted(more))
    const bodyOf = (words: string) => ({ components: [{ type: 'BODY', text: words }] })
    const { body } = await create()
    expect(body).toEqual({ id: expect.any(String), status: 'PENDING', category: 'UTILITY' })
    expect((await create()).error).toBe('100/2388024')
    expect((await create({ name: 'Com Espaço' })).error).toBe('100/2388072')
    expect((await create({ name: 'b', ...bodyOf('Olá {{1}}, sem exemplo.') })).error).toBe('100/2388043')
    expect((await create({ name: 'c', ...bodyOf('x'.repeat(1025)) })).error).toBe('100/2388040')
    const one = meta.world.findTemplate(String(body.id))
    if (!one) throw new Error('absent')
    await meta.setTemplateStatus(one, 'REJECTED', 'TAG_CONTENT_MISMATCH')
    expect(hook.values('message_template_status_update')).toMatchObject([
      { event: 'REJECTED', message_template_name: 'aviso', reason: 'TAG_CONTENT_MISMATCH' },
    ])
    meta.addTemplate(business, { name: 'outro' })
    const listed = await graphCall(meta, systemToken, `${path}?limit=1&fields=name,status,rejected_reason`)
    expect(listed.body.data).toEqual([
      { id: one.id, name: 'aviso', status: 'REJECTED', rejected_reason: 'TAG_CONTENT_MISMATCH' },
    ])
    expect(listed.body.paging).toHaveProperty('next')
    expect((await graphCall(meta, systemToken, `${path}?name=aviso`, undefined, 'DELETE')).body).toEqual({
      success: true,
    })
    expect((await create()).error).toBe('100/2388023')
  })
})

describe('a number', () => {
  test('tells its facts to the right token, and what becomes of them', async () => {
    const all = await furnishedMeta()
    const { meta, number, business, systemToken, hook } = all
    const fields = 'display_phone_number,verified_name,quality_rating,messaging_limit_tier,is_on_biz_app,status'
    expect((await graphCall(meta, systemToken, `/${number.id}?fields=${fields}`)).body).toEqual({
      id: number.id,
      display_phone_number: '+55 11 3333-4444',
      verified_name: 'Aurora Móveis',
      quality_rating: 'GREEN',
      messaging_limit_tier: 'TIER_1K',
      is_on_biz_app: false,
      status: 'CONNECTED',
    })
    expect((await graphCall(meta, systemToken, `/${number.id}?fields=nothing`)).error).toBe('100')
    expect((await graphCall(meta, systemToken, `/${business.id}/phone_numbers`)).body.data).toHaveLength(1)
    await meta.setQuality(number, 'RED')
    await meta.accountUpdate(business, { event: 'ACCOUNT_RESTRICTION' })
    expect(hook.values('phone_number_quality_update')).toMatchObject([{ event: 'FLAGGED', current_limit: 'TIER_1K' }])
    expect(hook.values('account_update')).toEqual([{ event: 'ACCOUNT_RESTRICTION' }])
  })

  test('on a phone tells what is written there, its address book and its past, each once', async () => {
    const all = await furnishedMeta()
    const { meta, business, person, hook, systemToken } = all
    const shared = meta.addNumber(business, { phone: '551177778888', isOnBizApp: true })
    const phone = meta.phoneApp(shared)
    await phone.text(person, 'do celular')
    await phone.contact(person, 'João da Praça')
    shared.phoneHistory.push({ person, lines: [{ by: 'person', text: 'antes', at: Date.UTC(2026, 0, 1) }] })
    const ask = (sync_type: string) =>
      graphCall(meta, systemToken, `/${shared.id}/smb_app_data`, { messaging_product: 'whatsapp', sync_type })
    expect((await ask('history')).status).toBe(200)
    expect((await ask('history')).error).toBe('2593108')
    await meta.settled()
    expect(hook.values('smb_message_echoes')).toMatchObject([
      { message_echoes: [{ from: '551177778888', to: person.phone, text: { body: 'do celular' } }] },
    ])
    expect(hook.values('smb_app_state_sync')).toMatchObject([
      { state_sync: [{ action: 'add', contact: { full_name: 'João da Praça' } }] },
    ])
    expect(hook.values('history')).toMatchObject([
      {
        history: [
          { metadata: { progress: 100 }, threads: [{ id: person.phone, messages: [{ text: { body: 'antes' } }] }] },
        ],
      },
    ])
    const registering = { messaging_product: 'whatsapp', pin: '123456' }
    expect((await graphCall(meta, systemToken, `/${shared.id}/register`, registering)).error).toBe('100/2388343')
    expect(shared.isOnBizApp).toBe(true)
  })
})
