import { Wifi, WifiOff } from 'lucide-react'
import { useId } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Toggle } from '../../../shared/kit/Toggle'
import { useCommand } from '../useCommand'

/** Whether the phone itself is on the internet; its linked devices do not need it. */
export function InternetSwitch({ phone: { phone, online } }: { phone: PhoneView }) {
  const t = useText()
  const id = useId()
  const run = useCommand()
  return (
    <footer className="handset-foot">
      {online ? <Wifi /> : <WifiOff />}
      {online ? t('simulator.online') : t('simulator.offline')}
      <label htmlFor={id} className="ml-auto flex min-h-6 items-center gap-1.5">
        {t('simulator.on')}{' '}
        <Toggle id={id} checked={online} onChange={(on) => run.mutate({ do: 'setOnline', phone, on })} />
      </label>
    </footer>
  )
}
