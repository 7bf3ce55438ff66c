import type { Fault } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { useCommand } from '../useCommand'
import { OneShot, useChoice } from './OneShot'

/** Cuts connections once. */
export function NetworkShots({ phone, faults }: { phone: string | null; faults: readonly Fault[] }) {
  const t = useText()
  const run = useCommand()
  const isOut = faults.some(({ name }) => name === 'outage')
  const [outSeconds, chooseOut] = useChoice({
    label: t('simulator.break.outage.label'),
    choices: [10, 30, 60, 300],
    say: (count) => t('simulator.seconds', { count }),
    initial: 30,
  })
  const [code, chooseCode] = useChoice({
    label: t('simulator.break.streamError.label'),
    choices: [503, 500, 515],
    say: String,
    initial: 503,
  })
  const only = phone ? { phone } : {}
  return (
    <>
      <OneShot shot="drop" onRun={() => run.mutate({ do: 'dropConnections', ...only })} />
      <OneShot
        shot="outage"
        on={isOut}
        {...(isOut ? { action: t('simulator.break.outage.end') } : {})}
        onRun={() =>
          run.mutate({ do: 'setFault', name: 'outage', on: !isOut, ...(isOut ? {} : { forMs: outSeconds * 1000 }) })
        }
      >
        {!isOut && chooseOut}
      </OneShot>
      {phone && (
        <>
          <OneShot shot="endStream" onRun={() => run.mutate({ do: 'endStream', phone })} />
          <OneShot shot="redirect" onRun={() => run.mutate({ do: 'redirect', phone })} />
          <OneShot shot="streamError" onRun={() => run.mutate({ do: 'streamError', phone, code })}>
            {chooseCode}
          </OneShot>
        </>
      )}
    </>
  )
}
