/** Requests of the settings screen. */
import { queryOptions } from '@tanstack/react-query'
import type { SettingKey } from '../../../src/settings/contract'
import type { SettingRoutes } from '../../../src/settings/routes'
import { client, unwrap } from '../../shared/client'

const { settings } = client<SettingRoutes>()

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => unwrap(settings.get({ fetch: { signal } })),
})

export const changeSetting = (key: SettingKey, value: string) => unwrap(settings({ key }).put({ value }))
