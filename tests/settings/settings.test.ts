/** Company settings. */
import { describe, expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import type { ContactPage } from '../../src/contacts/contract'
import { createEncryption } from '../../src/platform/encryption'
import { companyUpdated, type Setting, settingUpdated } from '../../src/settings/contract'
import { isEnabled, listSettings, readSecret, readSwitch, readText, writeSetting } from '../../src/settings/settings'
import { messageCreated } from '../../src/tickets/messages/contract'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'

describe('settings', () => {
  test('have a default and keep their value; invalid values in the file count as not set', () => {
    const w = world()
    expect([readSwitch(w.db, 'CheckMsgIsGroup'), readSwitch(w.db, 'restrictedChannels')]).toEqual([
      'enabled',
      'disabled',
    ])
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    expect(isEnabled(w.db, 'CheckMsgIsGroup')).toBe(false)
    w.rows("UPDATE settings SET value = 'talvez' RETURNING key")
    expect(isEnabled(w.db, 'CheckMsgIsGroup')).toBe(true)
    expect(listSettings(w.db).find(({ key }) => key === 'CheckMsgIsGroup')).toEqual({
      key: 'CheckMsgIsGroup',
      value: 'enabled',
    })
  })

  test('are included in the sign-in response', async () => {
    const w = world()
    writeSetting(w.db, 'sendSignMessage', 'enabled')
    const { data } = await w.attendant().api.auth.me.get()
    expect(data?.user.company.settings).toContainEqual({ key: 'sendSignMessage', value: 'enabled' })
  })

  test('are changed by admins only, to values allowed for the key', async () => {
    const w = world()
    const [admin, ana] = [w.attendant([], { profile: 'admin' }), w.attendant()]
    const put = async (who: typeof ana, key: string, value: unknown) =>
      (await (await who.json(`/api/settings/${key}`, 'PUT', { value })).json()) as Record<string, unknown>
    expect(await put(ana, 'acceptCallWhatsapp', 'disabled')).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    expect(await put(admin, 'acceptCallWhatsapp', 'disabled')).toEqual({ key: 'acceptCallWhatsapp', value: 'disabled' })
    expect(await put(admin, 'acceptCallWhatsapp', 'talvez')).toMatchObject({ error: 'ERR_INVALID_INPUT' })
    expect(await put(admin, 'constructor', 'enabled')).toMatchObject({ error: 'ERR_NO_SETTING_FOUND' })
    const read = async (path: string) => (await (await ana.request(`/api/settings/${path}`)).json()) as unknown
    expect(await read('acceptCallWhatsapp')).toEqual({ key: 'acceptCallWhatsapp', value: 'disabled' })
    expect(await read('')).toContainEqual({ key: 'acceptCallWhatsapp', value: 'disabled' })
    expect(await read('nada')).toMatchObject({ error: 'ERR_NO_SETTING_FOUND' })
  })

  test('in minutes are integers from one minute to a day', async () => {
    const w = world()
    const admin = w.admin()
    const put = async (value: string) =>
      (await admin.json('/api/settings/waitingRed', 'PUT', { value })).json() as Promise<Record<string, unknown>>
    for (const value of ['0', '1441', '1.5', 'enabled', ''])
      expect(await put(value)).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'value' }] })
    expect(listSettings(w.db)).toContainEqual({ key: 'waitingRed', value: '15' })
    const thanks = (value: string) => admin.json('/api/settings/thanksAfterClosing', 'PUT', { value })
    expect(await (await thanks('0')).json()).toEqual({ key: 'thanksAfterClosing', value: '0' })
    expect((await thanks('1441')).status).toBe(400)
    expect(await put('1440')).toEqual({ key: 'waitingRed', value: '1440' })
    expect(admin.heard(settingUpdated).slice(1)).toEqual([{ setting: { key: 'waitingRed', value: '1440' } }])
    w.rows("UPDATE settings SET value = 'logo' RETURNING key")
    expect(listSettings(w.db)).toContainEqual({ key: 'waitingRed', value: '15' })
  })

  test('are announced at once to everybody in the company, and to nobody else', async () => {
    const w = world()
    const [admin, ana, stranger] = [w.admin(), w.attendant([SALES]), w.company().admin()]
    const put = (value: string) => admin.json('/api/settings/sendSignMessage', 'PUT', { value })
    await put('enabled')
    await put('enabled')
    for (const who of [admin, ana])
      expect(who.heard(settingUpdated)).toEqual([{ setting: { key: 'sendSignMessage', value: 'enabled' } }])
    expect(stranger.heard(settingUpdated)).toEqual([])
  })

  test('are all listed for admins; attendants see those that screens need', async () => {
    const w = world()
    const counts = await Promise.all(
      [w.admin(), w.attendant()].map(
        async (who) => ((await (await who.request('/api/settings')).json()) as Setting[]).length,
      ),
    )
    expect(counts).toEqual([31, 21])
  })

  test('apply to open pages at once if they restrict connections', async () => {
    const w = world()
    const other = w.connection({ name: 'Filial' })
    const [admin, ana] = [w.admin(), w.attendant([], { connections: [other.id] })]
    const maria = w.whatsapp.person('5511999990000')
    const restrict = (value: string) => admin.json('/api/settings/restrictedChannels', 'PUT', { value })
    const bodies = () => ana.heard(messageCreated).map(({ message }) => message.body)
    await restrict('enabled')
    maria.says('à Loja')
    await restrict('disabled')
    maria.says('a todos')
    expect(bodies()).toEqual(['a todos'])
  })
})

type Answer = Record<string, unknown>
const ask = async (who: Attendant, method: string, path: string, body?: unknown): Promise<Answer> =>
  (await (await (body === undefined ? who.request(path) : who.json(path, method, body))).json()) as Answer

describe('integration settings', () => {
  test('are visible to admins only: not in lists, events or sign-in responses of others', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    expect(await ask(admin, 'PUT', '/api/settings/smtpauth', { value: ' smtp.loja.example:587 ' })).toEqual({
      key: 'smtpauth',
      value: 'smtp.loja.example:587',
    })
    expect(readText(w.db, 'smtpauth')).toBe('smtp.loja.example:587')
    expect(await ask(ana, 'GET', '/api/settings/smtpauth')).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    const keys = async (who: Attendant) =>
      ((await ask(who, 'GET', '/api/settings')) as never as Setting[]).map(({ key }) => key)
    expect([(await keys(admin)).includes('smtpauth'), (await keys(ana)).includes('smtpauth')]).toEqual([true, false])
    expect([admin.heard(settingUpdated).length, ana.heard(settingUpdated).length]).toEqual([1, 0])
    const { data } = await admin.api.auth.me.get()
    expect(data?.user.company.settings.map(({ key }) => key)).not.toContain('smtpauth')
  })

  test('are encrypted if secret, never returned, and without value in the audit log', async () => {
    const w = world()
    const admin = w.admin()
    const encryption = w.server.encryptionFor('settings')
    const put = (value: string) => ask(admin, 'PUT', '/api/settings/tokenTypebot', { value })
    expect(await ask(admin, 'GET', '/api/settings/tokenTypebot')).toEqual({ key: 'tokenTypebot', value: '' })
    expect(await put('tb_segredo')).toEqual({ key: 'tokenTypebot', value: 'set' })
    expect(await ask(admin, 'GET', '/api/settings/tokenTypebot')).toEqual({ key: 'tokenTypebot', value: 'set' })
    expect(readSecret(w.cx, encryption, 'tokenTypebot')).toBe('tb_segredo')
    await put('tb_outro')
    expect(readSecret(w.cx, encryption, 'tokenTypebot')).toBe('tb_outro')
    await put('')
    expect(readSecret(w.cx, encryption, 'tokenTypebot')).toBeNull()
    expect(admin.heard(auditRecorded).map(({ entry }) => [entry.act, entry.changes])).toEqual([
      ['update', [{ field: 'tokenTypebot', from: null, to: 'set' }]],
      ['renew', [{ field: 'tokenTypebot', from: 'set', to: 'set' }]],
      ['update', [{ field: 'tokenTypebot', from: 'set', to: null }]],
    ])
    await put('tb_segredo')
    expect(
      JSON.stringify([w.rows('SELECT * FROM settings'), w.rows('SELECT * FROM audit_log'), admin.frames]),
    ).not.toContain('segredo')
    expect(readSecret(w.cx, createEncryption(Buffer.alloc(32, 7), 'settings'), 'tokenTypebot')).toBeNull() // another secret.key
    expect(await put('com\nquebra')).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'value' }] })
    expect(await put('x'.repeat(501))).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'value' }] })
  })
})

describe('effects of single settings', () => {
  test('restrictedContactSearch: attendants find contacts with whom they have a conversation, or by the complete number', async () => {
    const w = world()
    const [admin, boss, ana, vip] = [
      w.admin(),
      w.attendant([], { profile: 'supervisor' }),
      w.attendant([SALES]),
      w.attendant([], { allUserChat: true }),
    ]
    const [maria, rita] = ['Maria Alves', 'Maria Rita'].map((name, at) =>
      w.contact({ name, number: `552199612408${at}` }),
    )
    const nobody = w.contact({ name: 'Maria Sozinha', number: '5521996124089' })
    w.ticket({ contactId: maria?.id ?? 0, queueId: SALES })
    w.ticket({ contactId: rita?.id ?? 0, queueId: SUPPORT })
    const found = async (who: Attendant, query: string) => {
      const { contacts, count } = (await ask(who, 'GET', `/api/contacts?${query}`)) as never as ContactPage
      expect(count).toBe(contacts.length)
      return contacts.map(({ name }) => name)
    }
    const all = ['Maria Alves', 'Maria Rita', 'Maria Sozinha']
    for (const query of ['', 'searchParam=maria']) expect(await found(ana, query)).toEqual(all)
    await admin.json('/api/settings/restrictedContactSearch', 'PUT', { value: 'enabled' })
    for (const query of ['', 'searchParam=maria', 'name=maria', 'searchParam=552199612'])
      expect(await found(ana, query)).toEqual(['Maria Alves'])
    expect(await found(ana, 'searchParam=%2B55+21+99612-4089')).toEqual(['Maria Sozinha'])
    expect(await found(ana, 'number=5521996124089&noTicket=true')).toEqual(['Maria Sozinha'])
    expect(await found(ana, 'searchParam=maria&noTicket=true')).toEqual([])
    expect(await found(vip, 'searchParam=maria')).toEqual(['Maria Alves', 'Maria Rita'])
    for (const who of [admin, boss]) expect(await found(who, 'searchParam=maria')).toEqual(all)
    expect(await ask(vip, 'GET', '/api/contact?name=Maria+Sozinha')).toMatchObject({ error: 'ERR_NO_CONTACT_FOUND' })
    expect(await ask(ana, 'GET', '/api/contact?number=5521996124089')).toMatchObject({ id: nobody.id })
    expect(await ask(ana, 'GET', '/api/contact?name=Maria+Alves')).toMatchObject({ id: maria?.id ?? 0 })
  })
})

describe('the company’s time zone and language', () => {
  test('are changed by its admins, for that company only, and announced to open pages', async () => {
    const w = world()
    const [admin, ana, stranger] = [w.admin(), w.attendant(), w.company().admin()]
    const path = `/api/companies/${w.tenant.id}`
    const place = { id: w.tenant.id, timeZone: 'Europe/Lisbon', language: 'es' }
    expect(await ask(admin, 'PUT', path, { timeZone: 'Europe/Lisbon', language: 'es' })).toMatchObject(place)
    for (const who of [admin, ana]) expect(who.heard(companyUpdated)).toEqual([{ company: place }])
    expect(stranger.heard(companyUpdated)).toEqual([])
    const { data } = await ana.api.auth.me.get()
    expect(data?.user.company).toMatchObject({ timeZone: 'Europe/Lisbon', language: 'es' })
    expect(admin.heard(auditRecorded)).toMatchObject([
      { entry: { kind: 'company', changes: [{ field: 'timeZone' }, { field: 'language' }] } },
    ])
    await ask(admin, 'PUT', path, { language: 'es' })
    expect(admin.heard(companyUpdated)).toHaveLength(1)
    for (const timeZone of ['Marte/Olimpo', '+03:00', '']) {
      const answer = await ask(admin, 'PUT', path, { timeZone })
      expect(answer).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'timeZone' }] })
    }
    expect(await ask(admin, 'PUT', path, { language: 'de' })).toMatchObject({ details: [{ field: 'language' }] })
    expect(await ask(ana, 'PUT', path, { language: 'en' })).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    expect(await ask(stranger, 'PUT', path, { language: 'en' })).toMatchObject({ error: 'ERR_NO_COMPANY_FOUND' })
  })
})
