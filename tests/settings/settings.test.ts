/** Settings of a company: typed keys, each with a default. */
import { describe, expect, test } from 'bun:test'
import { isEnabled, listSettings, readSetting, writeSetting } from '../../src/settings/settings'
import { world } from '../support/world'

describe('settings', () => {
  test('have a default, keep what was set, and nonsense in the file counts as never set', () => {
    const w = world()
    expect([readSetting(w.db, 'CheckMsgIsGroup'), readSetting(w.db, 'restrictedChannels')]).toEqual([
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
})
