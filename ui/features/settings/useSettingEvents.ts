import { useQueryClient } from '@tanstack/react-query'
import { settingUpdated } from '../../../src/settings/contract'
import { useEvent } from '../../shared/live/useEvent'
import { settingsQuery } from './api'
import { withSetting } from './apply'

/** Applies settings events on every page, because what the desk offers depends on them. */
export function useSettingEvents() {
  const queries = useQueryClient()
  useEvent(settingUpdated, ({ setting }) => {
    queries.setQueryData(settingsQuery.queryKey, (known) => known && withSetting(known, setting))
  })
}
