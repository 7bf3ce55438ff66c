import './push.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { type PushSettings, type PushState, pushKinds } from '../../../src/features/push/contract'
import { hasFeature } from '../../../src/tenancy/contract'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { TimeBox } from '../../shared/kit/TimeBox'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { useMay, useUser } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'
import { OwnNumberSection } from '../escalation/OwnNumberSection'
import { pushQuery, savePushSettings } from './api'
import { Devices } from './Devices'
import { ThisDevice } from './ThisDevice'

/** How the person is notified while no page is open. Choices apply at once. */
export function PushPage() {
  const t = useText()
  usePageTitle(t('push.title'))
  const may = useMay()
  const { data, error, refetch } = useQuery(pushQuery)
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('push.title')}</h1>
        {may('settings-page:change') && (
          <Link to="/notifications/company" className={classes(buttonClass('ghost', 'sm'), 'ml-auto')}>
            {t('push.company')}
          </Link>
        )}
      </div>
      <div className="page-body border-t border-line">
        {data ? (
          <div className="push-config">
            <div>
              <ThisDevice devices={data.devices} />
              <Devices devices={data.devices} />
            </div>
            <Wishes state={data} />
          </div>
        ) : error ? (
          <ErrorState error={error} title={t('push.error')} onRetry={() => void refetch()} />
        ) : (
          <Loading className="grid gap-3 px-6 py-4">
            <Skeleton width="14rem" />
            <Skeleton width="22rem" />
          </Loading>
        )}
      </div>
    </main>
  )
}

/** Shows a choice at once, and takes it back if the server refuses it. */
function useSave({ settings }: PushState): (change: Partial<PushSettings>) => void {
  const queries = useQueryClient()
  const put = (next: PushSettings) =>
    queries.setQueryData<PushState>(pushQuery.queryKey, (known) => known && { ...known, settings: next })
  return (change) => {
    const next = { ...settings, ...change }
    put(next)
    savePushSettings(next).catch((failure) => {
      put(settings)
      toast.failure(failure)
    })
  }
}

function Wishes({ state }: { state: PushState }) {
  const t = useText()
  const group = useId()
  const save = useSave(state)
  const { features } = useUser().company
  const { muted, showsText } = state.settings
  const offered = pushKinds.filter((kind) => kind !== 'chats' || hasFeature(features, 'useInternalChat'))
  return (
    <div>
      <section aria-labelledby={`${group}-what`}>
        <h2 className="text-sm font-semibold" id={`${group}-what`}>
          {t('push.what.title')}
        </h2>
        {offered.map((kind) => (
          <label key={kind} htmlFor={`${group}-${kind}`} className="push-row">
            {t(`push.what.${kind}`)}
            <Toggle
              id={`${group}-${kind}`}
              size="sm"
              checked={!muted.includes(kind)}
              onChange={(on) => save({ muted: on ? muted.filter((one) => one !== kind) : [...muted, kind] })}
            />
          </label>
        ))}
      </section>
      <section aria-labelledby={`${group}-screen`}>
        <h2 className="text-sm font-semibold" id={`${group}-screen`}>
          {t('push.screen.title')}
        </h2>
        <label htmlFor={`${group}-text`} className="push-row">
          <span className="two">
            <span>{t('push.screen.text')}</span>
            <small>{t('push.screen.hint')}</small>
          </span>
          <Toggle id={`${group}-text`} size="sm" checked={showsText} onChange={(on) => save({ showsText: on })} />
        </label>
      </section>
      <Quiet state={state} />
      <OwnNumberSection />
    </div>
  )
}

const NIGHT = { from: '20:00', to: '08:00' }

function Quiet({ state }: { state: PushState }) {
  const t = useText()
  const save = useSave(state)
  const group = useId()
  const { quiet } = state.settings
  return (
    <section aria-labelledby={group}>
      <h2 className="text-sm font-semibold" id={group}>
        {t('push.quiet.title')}
      </h2>
      <label htmlFor={`${group}-on`} className="push-row">
        <span className="two">
          <span>{t('push.quiet.on')}</span>
          <small>{t('push.quiet.hint')}</small>
        </span>
        <Toggle
          id={`${group}-on`}
          size="sm"
          checked={quiet !== null}
          onChange={(on) => save({ quiet: on ? NIGHT : null })}
        />
      </label>
      {quiet && (
        <div className="flex flex-wrap items-center gap-3 py-2 text-sm">
          {(['from', 'to'] as const).map((end) => (
            <span key={end} className="flex items-center gap-2">
              <span aria-hidden>{t(`push.quiet.${end}`)}</span>
              <TimeBox
                label={t(`push.quiet.${end}`)}
                className="input-sm w-20"
                value={quiet[end]}
                onChange={(time) => {
                  if (/^\d\d:\d\d$/.test(time)) save({ quiet: { ...quiet, [end]: time } })
                }}
              />
            </span>
          ))}
        </div>
      )}
    </section>
  )
}
