/** The company's settings, shared with the desk, and their changes. */
import { type Setting, settingKeys } from '../../../src/settings/contract'
import type { SettingRoutes } from '../../../src/settings/routes'
import { client, unwrap } from '../client'
import { liveCrud } from '../live/liveCrud'
import { rowOf, type SettingRow, settingsSpec } from './spec'

const { settings: routes } = client<SettingRoutes>()

export const settings = liveCrud<SettingRow, never, { readonly value: string }>({
  ...settingsSpec,
  routes: {
    list: async ({ signal }) => (await unwrap(routes.get({ fetch: { signal } }))).map(rowOf),
    update: async (id, body) => rowOf(await unwrap(routes({ key: keyOf(id) }).put(body))),
  },
})
export const settingsQuery = settings.list()

const keyOf = (id: number): Setting['key'] => settingKeys[id - 1] ?? 'userRating' // ids are indexes in this list
