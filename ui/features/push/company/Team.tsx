import { BellRing, Monitor, Smartphone } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import type { TeamDevice } from '../../../../src/features/push/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { StatusDot } from '../../../shared/kit/StatusDot'
import { toast } from '../../../shared/kit/toast'
import { lazyPart } from '../../../shared/lazyPart'
import { isHandset } from '../Devices'
import { testOwnDevices } from './api'

const HowToAsk = lazyPart(() => import('./HowToAsk').then((file) => file.HowToAsk))

/** Everybody's devices, and a test to one's own. */
export function Team({ devices }: { devices: readonly TeamDevice[] }) {
  const t = useText()
  const title = useId()
  const [asked, setAsked] = useState<TeamDevice | null>(null)
  const test = async () => {
    try {
      const count = await testOwnDevices()
      if (count === 0) toast.warning(t('pushCompany.team.noOwn'))
      else toast.success(t('pushCompany.team.tested', { count }))
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <section aria-labelledby={title}>
      <h2 className="pb-1 text-sm font-semibold" id={title}>
        {t('pushCompany.team.title')}
      </h2>
      {devices.length === 0 && <p className="py-2 text-sm text-muted">{t('pushCompany.team.none')}</p>}
      <ul>
        {devices.map((device) => (
          <Device
            key={`${device.user.id} ${device.browser} ${device.since} ${device.reason}`}
            device={device}
            onAsk={() => setAsked(device)}
          />
        ))}
      </ul>
      <Button size="sm" className="mt-2" icon={<BellRing />} onClick={() => void test()}>
        {t('pushCompany.team.test')}
      </Button>
      {asked && (
        <Suspense>
          <HowToAsk device={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </section>
  )
}

function Device({ device, onAsk }: { device: TeamDevice; onAsk(): void }) {
  const t = useText()
  const format = useFormat()
  const { user, reason, isApp } = device
  const browser = device.browser === '' ? t('push.devices.unknown') : device.browser
  const said = reason ?? (isApp ? 'app' : 'tab')
  const tone = reason === null ? 'ok' : reason === 'denied' ? 'bad' : 'warn'
  return (
    <li className="push-device">
      <span className="push-face">{isHandset(device.browser) ? <Smartphone /> : <Monitor />}</span>
      <span className="two min-w-0">
        <span className="truncate font-medium">{user.name}</span>
        <small>{t(`pushCompany.team.device.${said}`, { browser, when: format.date(device.since) })}</small>
      </span>
      <span className="ml-auto flex flex-none items-center gap-x-2 text-xs max-md:flex-col max-md:items-end">
        <StatusDot tone={tone}>{t(`pushCompany.team.state.${tone}`)}</StatusDot>
        {(reason === 'denied' || reason === 'home') && (
          <Button
            size="sm"
            tone="ghost"
            className="text-primary-ink"
            onClick={onAsk}
            aria-label={t('pushCompany.team.howTo', { name: user.name })}
          >
            {t('pushCompany.team.how')}
          </Button>
        )}
      </span>
    </li>
  )
}
