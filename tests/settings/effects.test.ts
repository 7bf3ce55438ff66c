/** Visible effect of every setting at each of its values. A key without an effect here would do nothing. */
import { expect, test } from 'bun:test'
import { typebotOfQueue } from '../../src/features/typebot/queues'
import { schedulesOf, usualWeek } from '../../src/hours/contract'
import { DAY } from '../../src/platform/time'
import { findQueueOrFail } from '../../src/queues/queries'
import { isSecret, type SettingKey, settingKeys } from '../../src/settings/contract'
import { writeSetting } from '../../src/settings/settings'
import { closingQuestions } from '../../ui/features/desk/rules/closing'
import { signing } from '../../ui/features/desk/rules/settings'
import { waitingOf, waitLimits } from '../../ui/shared/waiting'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { announcedFile, phone } from '../support/telephones'
import { world } from '../support/world'

type Stage = ReturnType<typeof stage>
/** Expected observation at each value, default first. */
type Effect = { readonly see: (at: Stage) => unknown; readonly at: readonly (readonly [string, unknown])[] }
const effect = (see: Effect['see'], ...at: Effect['at']): Effect => ({ see, at })

/** A company of two queues; Ana works in both. */
function stage() {
  const w = world()
  const [admin, ana] = [
    w.attendant([], { profile: 'admin', super: true }),
    w.attendant([SALES, SUPPORT], { name: 'Ana' }),
  ]
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria Alves' })
  const set = (key: SettingKey, value: string) => admin.json(`/api/settings/${key}`, 'PUT', { value })
  const answer = async <T>(path: string, who = admin) => (await (await who.request(`/api${path}`)).json()) as T // each caller states the type
  const settings = () => answer<{ key: string; value: string }[]>('/settings', ana)
  const said = async (ticketId = 1) => {
    const { messages } = await answer<{ messages: { body: string; fromMe: boolean }[] }>(`/messages/${ticketId}`)
    return messages.flatMap(({ fromMe, body }) => (fromMe ? body : []))
  }
  const move = (body: Parameters<ReturnType<typeof ana.api.tickets>['put']>[0]) => ana.api.tickets({ id: 1 }).put(body)
  const connection = (body: Parameters<ReturnType<typeof admin.api.whatsapp>['put']>[0]) =>
    admin.api.whatsapp({ id: LOJA }).put(body)
  const queue = (body: Parameters<ReturnType<typeof admin.api.queue>['put']>[0]) =>
    admin.api.queue({ id: SALES }).put(body)
  return { w, admin, ana, maria, set, answer, settings, said, move, connection, queue }
}

const week = (from: string, to: string) => schedulesOf({ ...usualWeek, same: true, every: { from, to } })
const [open, closed] = [week('00:00', '23:59'), week('00:00', '00:00')]

/** A setting that only admins read; other modules will use it. */
/** Why the builder's workspaces cannot be listed. */
const typebots = async ({ answer }: Stage) => (await answer<{ error: string }>('/typebot/listworkspaces')).error

const kept = (key: SettingKey, shown: string) =>
  effect(
    async ({ admin, ana, answer }) => [
      (await answer<{ value: string }>(`/settings/${key}`, admin)).value,
      (await ana.request(`/api/settings/${key}`)).status,
    ],
    ['', ['', 403]],
    ['loja.example', [shown, 403]],
  )

/** Urgency of waits of 20 and 7 minutes. */
const urgency = async ({ settings }: Stage) => {
  const limits = waitLimits(await settings())
  return [20, 7].map((minutes) => waitingOf(new Date(DAY).toISOString(), DAY + minutes * 60_000, limits)?.tone)
}

/** The service that improves texts. */
const service = async ({ answer }: Stage) => (await answer<{ service: unknown }>('/openai')).service
/** The address that e-mails are sent from, with these settings besides. */
const mailServer =
  (others: Partial<Record<SettingKey, string>>) =>
  async ({ set, answer }: Stage) => {
    for (const [key, value] of Object.entries(others)) await set(key as SettingKey, value) // the keys of the literal
    return (await answer<{ from: string | null }>('/emails/server')).from
  }
const withKey = async (stage: Stage) => {
  await stage.set('aiKey', 'sk-loja')
  return service(stage)
}

const effects: Record<SettingKey, Effect> = {
  CheckMsgIsGroup: effect(
    async ({ ana, maria }) => {
      maria.says('oi, gente', { chat: [{ kind: 'group', value: '120363000000000001' }], isGroup: true })
      return (await ana.api.tickets.get({ query: { status: 'pending', isGroup: 'true' } })).data?.tickets.length
    },
    ['enabled', 0],
    ['disabled', 1],
  ),
  restrictedChannels: effect(
    async ({ w, maria }) => {
      const bia = w.attendant([SALES], { connections: [w.connection().id] })
      maria.says('oi')
      return (await bia.api.tickets.get({ query: { status: 'pending' } })).data?.tickets.length
    },
    ['disabled', 1],
    ['enabled', 0],
  ),
  restrictedContactSearch: effect(
    async ({ w, ana, answer }) => {
      w.contact({ name: 'João Sozinho' })
      return (await answer<{ count: number }>('/contacts?searchParam=sozinho', ana)).count
    },
    ['disabled', 1],
    ['enabled', 0],
  ),
  sendSignMessage: effect(
    async ({ ana, maria, said, move }) => {
      maria.says('oi')
      await move({ status: 'open', queueId: SALES })
      await ana.json('/api/messages/1', 'POST', { body: 'Pois não?', sign: true })
      return said()
    },
    ['disabled', ['Pois não?']],
    ['enabled', ['*Ana:*\nPois não?']],
  ),
  defaultSignature: effect(
    async ({ set, settings }) => {
      await set('sendSignMessage', 'enabled')
      return signing(await settings(), null).isOn
    },
    ['disabled', false],
    ['enabled', true],
  ),
  sendGreetingMessageOneQueues: effect(
    async ({ maria, said, connection, queue }) => {
      await connection({ queueIds: [SALES], enableQueueChatbot: false })
      await queue({ greetingMessage: 'Aqui é Vendas.' })
      maria.says('oi')
      return said()
    },
    ['enabled', ['Aqui é Vendas.']],
    ['disabled', []],
  ),
  sendGreetingAccepted: effect(
    async ({ maria, said, move }) => {
      maria.says('oi')
      await move({ status: 'open', queueId: SALES })
      return said()
    },
    ['disabled', []],
    ['enabled', ['Bom dia, Maria! Meu nome é Ana e vou continuar o seu atendimento.']],
  ),
  sendMsgTransfTicket: effect(
    async ({ maria, said, move }) => {
      maria.says('oi')
      await move({ queueId: SUPPORT, userId: null })
      return said()
    },
    ['disabled', []],
    ['enabled', [expect.stringContaining('Suporte')]],
  ),
  sendFarewellWaitingTicket: effect(
    async ({ maria, said, move, connection }) => {
      await connection({ complationMessage: 'Até logo!' })
      maria.says('oi')
      await move({ status: 'closed' })
      return said()
    },
    ['disabled', []],
    ['enabled', ['Até logo!']],
  ),
  confirmClosedTicket: effect(
    async ({ settings }) => closingQuestions(await settings(), { isGroup: false }, 'with farewell').confirm,
    ['disabled', false],
    ['enabled', true],
  ),
  confirmFarewellmessage: effect(
    async ({ settings }) => closingQuestions(await settings(), { isGroup: false }, 'with farewell').farewell,
    ['disabled', false],
    ['enabled', true],
  ),
  acceptCallWhatsapp: effect(
    async ({ w, said }) => [
      w.telephones.ring(w.refOf(LOJA), { externalId: 'C1', chat: [phone('5521996124087')] }),
      (await said()).length,
    ],
    ['enabled', [false, 0]],
    ['disabled', [true, 1]],
  ),
  acceptAudioMessageContact: effect(
    async ({ maria, said }) => {
      maria.says('', { kind: 'ptt', media: announcedFile('voz', { mimetype: 'audio/ogg' }) })
      return (await said()).length
    },
    ['enabled', 0],
    ['disabled', 1],
  ),
  sendQueuePosition: effect(
    async ({ maria, said, connection }) => {
      await connection({ queueIds: [SALES] })
      maria.says('oi')
      return said()
    },
    ['disabled', []],
    ['enabled', ['Você é o número 1 da fila.']],
  ),
  userRandom: effect(
    async ({ w, ana, maria, connection }) => {
      w.server.seen(ana.actor())
      await connection({ queueIds: [SALES] })
      maria.says('oi')
      return (await ana.api.tickets.get({ query: { status: 'open' } })).data?.tickets.length
    },
    ['disabled', 0],
    ['enabled', 1],
  ),
  userRating: effect(
    async ({ maria, said, move, connection }) => {
      await connection({ ratingMessage: 'Como foi?' })
      maria.says('oi')
      await move({ status: 'open', queueId: SALES })
      await move({ status: 'closed' })
      return said()
    },
    ['disabled', []],
    ['enabled', [expect.stringContaining('Como foi?')]],
  ),
  // Contacts who write while only the company, or only the queue, is closed.
  scheduleType: effect(
    async ({ w, admin, maria, said, connection, queue }) => {
      await connection({ queueIds: [SALES], outOfHoursMessage: 'Fechado.' })
      const put = (schedules: typeof open) =>
        admin.json(`/api/companies/${w.tenant.id}/schedules`, 'PUT', { schedules })
      await put(closed)
      await queue({ schedules: open })
      maria.says('oi')
      await put(open)
      await queue({ schedules: closed })
      w.whatsapp.person('5521987654321').says('oi')
      return [await said(1), await said(2)]
    },
    ['disabled', [[], []]],
    ['queue', [[], ['Fechado.']]],
    ['company', [['Fechado.'], []]],
  ),
  // WhatsApp does not show lists sent by a linked device, so both are numbered lines.
  chatBotType: effect(
    async ({ maria, said, connection }) => {
      await connection({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!', enableQueueChatbot: true })
      maria.says('oi')
      return said()
    },
    ['text', ['Olá!\n*1* Vendas\n*2* Suporte']],
    ['list', ['Olá!\n*1* Vendas\n*2* Suporte']],
  ),
  thanksAfterClosing: effect(
    async ({ w, ana, maria }) => {
      maria.says('oi')
      await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
      await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
      maria.says('obrigada!')
      return w.rows('SELECT 1 FROM tickets').length
    },
    ['10', 1],
    ['0', 2],
  ),
  waitingAmber: effect(urgency, ['5', ['red', 'amber']], ['10', ['red', 'calm']]),
  waitingRed: effect(urgency, ['15', ['red', 'amber']], ['30', ['amber', 'amber']]),
  ipmkauth: kept('ipmkauth', 'loja.example'),
  clientidmkauth: kept('clientidmkauth', 'loja.example'),
  smtpauth: effect(
    mailServer({ usersmtpauth: 'vendas@loja.example' }),
    ['', null],
    ['smtp.loja.example:465', 'vendas@loja.example'],
  ),
  usersmtpauth: effect(
    mailServer({ smtpauth: 'smtp.loja.example' }),
    ['', null],
    ['vendas@loja.example', 'vendas@loja.example'],
  ),
  fromsmtpauth: effect(
    mailServer({ smtpauth: 'smtp.loja.example', usersmtpauth: 'vendas@loja.example' }),
    ['', 'vendas@loja.example'],
    ['Loja <ola@loja.example>', 'ola@loja.example'],
  ),
  urlTypebotBuilder: effect(
    async (at) => {
      await at.set('tokenTypebot', 'segredo')
      return typebots(at)
    },
    ['', 'ERR_TYPEBOT_NOT_CONFIGURED'],
    ['http://loja.example', 'ERR_TYPEBOT_ADDRESS'],
  ),
  urlTypebotViewer: effect(
    ({ w }) => {
      const bot = { typeChatbot: 'typebot', typebotId: 'bot', typebotPublicId: 'vitrine' } as const
      return typebotOfQueue.of(w.cx, { ...findQueueOrFail(w.db, SALES), ...bot })?.urlIntegration ?? null
    },
    ['', null],
    ['https://loja.example/', 'https://loja.example'],
  ),
  clientsecretmkauth: kept('clientsecretmkauth', 'set'),
  clientsecretsmtpauth: effect(
    async ({ w, answer }) => {
      // Not by its route: another server forgets the password.
      writeSetting(w.db, 'smtpauth', 'smtp.loja.example')
      writeSetting(w.db, 'usersmtpauth', 'vendas@loja.example')
      return (await answer<{ needsPassword: boolean }>('/emails/server')).needsPassword
    },
    ['', true],
    ['segredo', false],
  ),
  tokenTypebot: effect(
    (at) => {
      // Not by its route: another builder forgets the token.
      writeSetting(at.w.db, 'urlTypebotBuilder', 'http://loja.example')
      return typebots(at)
    },
    ['', 'ERR_TYPEBOT_NOT_CONFIGURED'],
    ['segredo', 'ERR_TYPEBOT_ADDRESS'],
  ),
  aiKey: effect(service, ['', null], ['sk-loja', { host: 'api.openai.com', model: 'gpt-4o-mini' }]),
  aiModel: effect(
    withKey,
    ['', { host: 'api.openai.com', model: 'gpt-4o-mini' }],
    ['m1', expect.objectContaining({ model: 'm1' })],
  ),
  aiUrl: effect(service, ['', null], ['https://ia.example/v1', expect.objectContaining({ host: 'ia.example' })]),
}

test('every key of the contract has an effect here at two values or more', () => {
  expect(Object.keys(effects).toSorted()).toEqual([...settingKeys].toSorted())
  for (const { at } of Object.values(effects)) expect(at.length).toBeGreaterThan(1)
})

test.each(settingKeys)('%s', async (key) => {
  const { see, at } = effects[key]
  for (const [n, [value, seen]] of at.entries()) {
    const given = stage()
    if (n > 0) expect((await given.set(key, value)).status).toBe(200)
    expect(await given.answer(`/settings/${key}`)).toEqual({ key, value: isSecret(key) && value ? 'set' : value })
    expect(await see(given)).toEqual(seen)
  }
})
