import { useQueryClient } from '@tanstack/react-query'
import { type Setting, settingUpdated } from '../../../src/settings/contract'
import { applyNews } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { settingsQuery } from './api'
import { withSetting } from './apply'

/** Applies settings events on every page, because what the desk offers depends on them. */
export function useSettingEvents() {
  const queries = useQueryClient()
  useEvent(settingUpdated, ({ setting }) =>
    applyNews(queries, settingsQuery.queryKey, (known: readonly Setting[]) => withSetting(known, setting)),
  )
}
