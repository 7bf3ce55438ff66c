import type { PhoneView, SimulatorState } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { useCommand } from '../useCommand'
import { FaultSwitch } from './FaultSwitch'
import { OneShot } from './OneShot'

/** What WhatsApp does to an account. */
export function AccountFaults({ phone: view, state }: { phone: PhoneView; state: SimulatorState }) {
  const t = useText()
  const run = useCommand()
  const { phone, restrictedUntil, banned } = view
  const restricted = restrictedUntil !== null
  return (
    <>
      <OneShot
        label={t('simulator.faults.replaced')}
        action={t('simulator.faults.replacedAction')}
        onRun={() => run.mutate({ do: 'replaced', phone })}
      />
      <FaultSwitch name="passkey" state={state} />
      <OneShot
        label={t('simulator.faults.restrict')}
        action={restricted ? t('simulator.faults.restrictEnd') : t('simulator.faults.restrictAction')}
        on={restricted}
        onRun={() => run.mutate({ do: 'restrict', phone, hours: restricted ? 0 : 24 })}
      />
      <OneShot
        label={t('simulator.faults.ban')}
        action={banned ? t('simulator.faults.banEnd') : t('simulator.faults.banAction')}
        on={banned}
        danger={!banned}
        onRun={() => run.mutate({ do: 'ban', phone, on: !banned })}
      />
    </>
  )
}
