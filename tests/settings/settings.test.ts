/** Settings of a company: typed keys, each with a default. */
import { describe, expect, test } from 'bun:test'
import { settingUpdated } from '../../src/settings/contract'
import { isEnabled, listSettings, readSwitch, writeSetting } from '../../src/settings/settings'
import { messageCreated } from '../../src/tickets/messages/contract'
import { withSetting } from '../../ui/features/settings/apply'
import { SALES } from '../support/company-world'
import { world } from '../support/world'

describe('settings', () => {
  test('have a default, keep what was set, and nonsense in the file counts as never set', () => {
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

  test('travel with the person who signs in', async () => {
    const w = world()
    writeSetting(w.db, 'sendSignMessage', 'enabled')
    const { data } = await w.attendant().api.auth.me.get()
    expect(data?.user.company.settings).toContainEqual({ key: 'sendSignMessage', value: 'enabled' })
  })

  test('are changed by admins alone, each by its key, to what it knows', async () => {
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

  test('of minutes are whole ones, from one to a day', async () => {
    const w = world()
    const admin = w.admin()
    const put = async (value: string) =>
      (await admin.json('/api/settings/waitingRed', 'PUT', { value })).json() as Promise<Record<string, unknown>>
    for (const value of ['0', '1441', '1.5', 'enabled', ''])
      expect(await put(value)).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'value' }] })
    expect(listSettings(w.db)).toContainEqual({ key: 'waitingRed', value: '15' })
    expect(await put('1440')).toEqual({ key: 'waitingRed', value: '1440' })
    expect(admin.heard(settingUpdated)).toEqual([{ setting: { key: 'waitingRed', value: '1440' } }])
    w.rows("UPDATE settings SET value = 'logo' RETURNING key")
    expect(listSettings(w.db)).toContainEqual({ key: 'waitingRed', value: '15' })
  })

  test('changes are announced at once to everybody in the company, and to nobody else', async () => {
    const w = world()
    const [admin, ana, stranger] = [w.admin(), w.attendant([SALES]), w.company().admin()]
    const put = (value: string) => admin.json('/api/settings/sendSignMessage', 'PUT', { value })
    await put('enabled')
    await put('enabled')
    for (const who of [admin, ana])
      expect(who.heard(settingUpdated)).toEqual([{ setting: { key: 'sendSignMessage', value: 'enabled' } }])
    expect(stranger.heard(settingUpdated)).toEqual([])
    const known = listSettings(w.company().db)
    expect(withSetting(known, { key: 'sendSignMessage', value: 'enabled' })).toEqual(listSettings(w.db))
  })

  test('that limits people to their connections holds for open pages from that moment on', async () => {
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
