import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { Monitor, Smartphone, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { PushDevice } from '../../../src/features/push/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { forgetThisDevice, pushQuery, removeDevice } from './api'
import { deviceAtom } from './state'

export const isHandset = (browser: string): boolean => /Android|iPhone|iPad/.test(browser)

/** Where the person is notified, with the last use of each. */
export function Devices({ devices }: { devices: readonly PushDevice[] }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(60_000)
  const title = useId()
  const queries = useQueryClient()
  const { id: own } = useAtomValue(deviceAtom)
  const nameOf = ({ browser, isApp }: PushDevice) => {
    const name = browser === '' ? t('push.devices.unknown') : browser
    return isApp ? t('push.devices.app', { browser: name }) : name
  }
  const remove = async ({ id }: PushDevice) => {
    try {
      await (id === own ? forgetThisDevice() : removeDevice(id))
      toast.success(t('push.devices.removed'))
    } catch (failure) {
      toast.failure(failure)
    }
    await queries.invalidateQueries({ queryKey: pushQuery.queryKey })
  }
  return (
    <section aria-labelledby={title}>
      <h2 className="text-sm font-semibold" id={title}>
        {t('push.devices.title')}
      </h2>
      {devices.length === 0 && <p className="py-2 text-sm text-muted">{t('push.devices.none')}</p>}
      <ul>
        {devices.map((device) => (
          <li key={device.id} className="push-device">
            <span className="push-face">{isHandset(device.browser) ? <Smartphone /> : <Monitor />}</span>
            <span className="two min-w-0">
              <span className="truncate font-medium">{nameOf(device)}</span>
              <small>
                {device.id === own
                  ? t('push.devices.this')
                  : t('push.devices.seen', { when: format.ago(device.seenAt, now) })}
              </small>
            </span>
            <IconButton
              label={t('push.devices.remove', { name: nameOf(device) })}
              size="sm"
              onClick={() => void remove(device)}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
