import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { InstallationUpdate, MachineVersion, NewPlan } from '../../../../src/operator/update/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { useDay } from './useDay'

type Props = {
  data: InstallationUpdate
  when: NewPlan['when']
  /** Undefined while there is nothing to choose. */
  choose: ((when: NewPlan['when']) => void) | undefined
}

/** The versions of this machine, when to update, and where versions come from. */
export function UpdateSide({ data, when, choose }: Props) {
  const t = useText()
  const { address, isAddressFixed, key, versions } = data
  return (
    <aside className="install-side">
      <section>
        <h2 className="font-semibold">{t('installationUpdate.versions')}</h2>
        <ul className="install-log">
          {versions.map((one) => (
            <VersionRow key={one.version} {...one} />
          ))}
        </ul>
      </section>
      {choose && <When data={data} when={when} choose={choose} />}
      {address !== '' && (
        <section>
          <h2 className="font-semibold">{t('installationUpdate.from')}</h2>
          <p className="mt-1 text-sm wrap-anywhere text-muted">{address}</p>
          {key && (
            <p className="mt-2 text-xs text-faint">
              {t('installationUpdate.fingerprint')}
              <code className="mono block wrap-anywhere">{key}</code>
            </p>
          )}
          {!isAddressFixed && (
            <Link to="/operator-settings" className="link mt-2 inline-block text-xs text-primary-ink">
              {t('installationUpdate.fromChange')}
            </Link>
          )}
        </section>
      )}
    </aside>
  )
}

function VersionRow({ version, state, at }: MachineVersion) {
  const t = useText()
  const format = useFormat()
  const now = useNow(60_000)
  const when = at && (format.isSameDay(at, now) ? format.time(at) : format.date(at))
  return (
    <li>
      <b>{t(`installationUpdate.version.${state}`, { version })}</b>
      <time dateTime={at ?? undefined} title={at ? format.dateTime(at) : undefined}>
        {when === null ? '–' : state === 'used' ? t('installationUpdate.versionText.used', { at: when }) : when}
      </time>
      {state !== 'used' && <small>{t(`installationUpdate.versionText.${state}`)}</small>}
    </li>
  )
}

function When({ data, when, choose }: Props & { choose(when: NewPlan['when']): void }) {
  const t = useText()
  const format = useFormat()
  const day = useDay()
  const name = useId()
  const isBarred = data.offer?.hasFailed ?? false
  const choices = [
    {
      id: 'hour',
      title: day(data.nextHour),
      text: t(isBarred ? 'installationUpdate.atHourFailed' : 'installationUpdate.atHourText'),
    },
    {
      id: 'now',
      title: t('installationUpdate.now'),
      text: t('installationUpdate.nowText', { n: format.number(data.people), count: data.people }),
    },
  ] as const
  return (
    <section>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{t('installationUpdate.when')}</legend>
        {choices.map(({ id, title, text }) => (
          <label key={id} className="update-choice">
            <input
              type="radio"
              className="radio radio-sm radio-primary"
              name={name}
              checked={when === id}
              disabled={id === 'hour' && isBarred}
              onChange={() => choose(id)}
            />
            <b>{title}</b>
            <small>{text}</small>
          </label>
        ))}
      </fieldset>
    </section>
  )
}
