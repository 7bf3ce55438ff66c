import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { BellRing, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import type { PushDevice } from '../../../src/features/push/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Rich } from '../../shared/kit/Rich'
import { StatusDot } from '../../shared/kit/StatusDot'
import { toast } from '../../shared/kit/toast'
import { forgetThisDevice, pushQuery, testDevice } from './api'
import { findInstallOffer, install, isApp, readAbility } from './browser'
import { deviceAtom } from './state'
import { usePermit } from './usePermit'

/** Whether this browser notifies, and if not, why, and how it can. */
export function ThisDevice({ devices }: { devices: readonly PushDevice[] }) {
  const t = useText()
  const title = useId()
  const queries = useQueryClient()
  const permit = usePermit()
  const { id } = useAtomValue(deviceAtom)
  const [isBusy, setBusy] = useState(false)
  const own = devices.find((one) => one.id === id)
  const ability = readAbility()
  const may = ability === 'granted' || ability === 'unasked'
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await run()
      await queries.invalidateQueries({ queryKey: pushQuery.queryKey })
    } catch (failure) {
      toast.failed(t('pushHost.failed'), failure)
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby={title}>
      <h2 className="text-sm font-semibold" id={title}>
        {t('push.here.title')}
      </h2>
      <p className="py-2 text-sm">
        <StatusDot tone={own ? 'ok' : may ? 'off' : 'warn'}>
          <span className="whitespace-normal">
            <Rich text={t(`push.here.${own ? 'on' : may ? 'off' : ability}`)} />
          </span>
        </StatusDot>
      </p>
      <div className="flex flex-wrap gap-2">
        {own && (
          <>
            <Button
              size="sm"
              icon={<BellRing />}
              busy={isBusy}
              onClick={() => void act(() => testDevice(own.id)).then(() => toast.success(t('push.here.sent')))}
            >
              {t('push.here.test')}
            </Button>
            <Button size="sm" tone="ghost" onClick={() => void act(forgetThisDevice)}>
              {t('push.here.turnOff')}
            </Button>
          </>
        )}
        {!own && may && (
          <Button size="sm" tone="primary" icon={<BellRing />} busy={isBusy} onClick={() => void act(permit)}>
            {t('push.here.turnOn')}
          </Button>
        )}
        {findInstallOffer() && !isApp() && (
          <Button size="sm" icon={<Smartphone />} onClick={() => void act(install)}>
            {t('push.here.install')}
          </Button>
        )}
      </div>
    </section>
  )
}
