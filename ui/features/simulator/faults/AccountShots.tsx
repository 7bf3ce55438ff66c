import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { useCommand } from '../useCommand'
import { OneShot, useChoice } from './OneShot'

/** Actions of WhatsApp, or of the phone's owner, on an account. */
export function AccountShots({ phone: view }: { phone: PhoneView }) {
  const t = useText()
  const run = useCommand()
  const { phone, restrictedUntil, banned, devices } = view
  const device = devices.at(-1)
  const isRestricted = restrictedUntil !== null
  const [hours, chooseHours] = useChoice({
    label: t('simulator.break.restrict.label'),
    choices: [1, 24, 72],
    say: (count) => t('simulator.amount.hours', { count }),
    initial: 24,
  })
  return (
    <>
      <OneShot
        shot="logout"
        disabled={!device}
        onRun={() => device && run.mutate({ do: 'removeDevice', phone, device: device.id })}
      />
      <OneShot shot="replaced" onRun={() => run.mutate({ do: 'replaced', phone })} />
      <OneShot
        shot="restrict"
        on={isRestricted}
        {...(isRestricted ? { action: t('simulator.break.restrict.end') } : {})}
        onRun={() => run.mutate({ do: 'restrict', phone, hours: isRestricted ? 0 : hours })}
      >
        {!isRestricted && chooseHours}
      </OneShot>
      <OneShot
        shot="ban"
        on={banned}
        danger={!banned}
        {...(banned ? { action: t('simulator.break.ban.end') } : {})}
        onRun={() => run.mutate({ do: 'ban', phone, on: !banned })}
      />
      <OneShot shot="keys" onRun={() => run.mutate({ do: 'spendPreKeys', phone })} />
    </>
  )
}
