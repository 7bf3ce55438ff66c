import { CircleAlert } from 'lucide-react'
import type { UpdatedMachine } from '../../../../src/operator/update/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { findLoneMachine } from './rules'
import { inWords } from './UpdateHead'

/** Which machine of a fleet has which version, in the order in which they are updated. */
export function MachineVersions({ machines }: { machines: readonly UpdatedMachine[] }) {
  const t = useText()
  const format = useFormat()
  const lone = findLoneMachine(machines)
  return (
    <>
      <section className="install-part" aria-labelledby="update-machines">
        <h2 id="update-machines" className="font-semibold">
          {t('installationUpdate.machines.title')}
        </h2>
        <ol className="install-log">
          {machines.map((machine) => (
            <li key={machine.name}>
              <b>
                {machine.name}
                {machine.isHere && ` · ${t('installationUpdate.machines.here')}`}
              </b>
              <span>{machine.version}</span>
              <small>
                {t('installationUpdate.machines.companies', {
                  n: format.number(machine.companies),
                  count: machine.companies,
                })}
                <State machine={machine} />
              </small>
            </li>
          ))}
        </ol>
      </section>
      {lone && (
        <ul className="install-checks">
          <li data-state="bad">
            <CircleAlert />
            <span>
              <b>{t('installationUpdate.machines.lone', { machine: lone.name, version: lone.version })}</b>
              <small>{t('installationUpdate.machines.loneText')}</small>
            </span>
          </li>
        </ul>
      )}
    </>
  )
}

function State({ machine: { isRunning, attempt, version } }: { machine: UpdatedMachine }) {
  const t = useText()
  if (!isRunning) return ` · ${t('installationUpdate.machines.silent')}`
  if (!attempt || attempt.end === 'good') return null
  if (attempt.end === null)
    return ` · ${attempt.version}: ${attempt.step ? t(`installationUpdate.step.${attempt.step}`, { from: version }) : '…'}`
  const cause = inWords(attempt.cause ?? '', t)
  return ` · ${t('installationUpdate.machines.failed', { version: attempt.version, cause })}`
}
