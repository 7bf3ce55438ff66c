import { CircleAlert } from 'lucide-react'
import type { FleetUpdate } from '../../../../src/operator/update/contract'
import { useText } from '../../../shared/i18n/useText'

/** The companies for which an update of all machines waits, where they are, and why. */
export function HeldUpBy({ companies }: { companies: FleetUpdate['heldUpBy'] }) {
  const t = useText()
  if (companies.length === 0) return null
  return (
    <ul className="install-checks">
      {companies.map(({ company, name, machine, why }) => (
        <li key={company} data-state="bad">
          <CircleAlert />
          <span>
            <b>{t('installationUpdate.heldUp.company', { company: name ?? company, machine })}</b>
            <small>{t(`installationUpdate.heldUp.${why}`, { machine })}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
