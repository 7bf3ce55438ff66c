import type { Setting } from '../../../src/settings/contract'
import { useCrud } from '../live/useCrud'
import { settings } from './api'
import { idOf, type SettingRow } from './spec'

/** Changes a setting: shown immediately, reverted if the server refuses. */
export function useChange(key: Setting['key']) {
  const { update } = useCrud(settings)
  return (value: string, shown: string | undefined = value) =>
    update(idOf(key), { value }, shown === undefined ? undefined : ({ value: shown } as Partial<SettingRow>)) // a value that this key accepts
}
