import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical, HardDrive, MoonStar } from 'lucide-react'
import { Suspense } from 'react'
import {
  companyReleased,
  type Installation,
  type InstallationNews,
  installationUpdated,
} from '../../../src/operator/contract'
import { storageChanged } from '../../../src/tenancy/contract'
import { can } from '../../../src/users/permissions'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { installationQuery } from '../../shared/installation'
import { lazyPart } from '../../shared/lazyPart'
import { applyNews } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { useUser } from '../../shared/session/useUser'
import { stripsOf } from './strips'

const ReleaseButton = lazyPart(() => import('./ReleaseButton').then((file) => file.ReleaseButton))

const looks = {
  storageFull: { className: 'status-strip status-strip-error', name: 'shell.storageFullName', Icon: HardDrive },
  quotaNear: { className: 'status-strip status-strip-warn', name: 'shell.quotaName', Icon: HardDrive },
  quotaFull: { className: 'status-strip status-strip-error', name: 'shell.quotaName', Icon: HardDrive },
  installationStandby: {
    className: 'status-strip status-strip-warn',
    name: 'shell.installationStandbyName',
    Icon: MoonStar,
  },
  companyStandby: { className: 'status-strip status-strip-warn', name: 'shell.companyStandbyName', Icon: MoonStar },
  simulatorOn: { className: 'status-strip', name: 'shell.simulator', Icon: FlaskConical },
} as const

export function StatusStrips() {
  const t = useText()
  const { size } = useFormat()
  const user = useUser()
  const queries = useQueryClient()
  // A user who signs in again may do so because the company was restored.
  const installation = useQuery({ ...installationQuery, refetchOnMount: 'always' }).data
  const apply = (news: Partial<Installation> | InstallationNews) =>
    applyNews(queries, installationQuery.queryKey, (known: Installation) => ({
      ...known,
      ...(news as Partial<Installation>), // it comes as JSON, which has no undefined
    }))
  useEvent(installationUpdated, apply)
  useEvent(companyReleased, apply)
  useEvent(storageChanged, apply)
  const { used = 0, limit = 0 } = installation?.storage ?? {}
  const storageWords = { used: size(used), limit: size(limit ?? 0) }
  return (
    installation &&
    stripsOf(installation, user).map((strip) => {
      const { className, name, Icon } = looks[strip]
      return (
        <aside key={strip} className={className} aria-label={t(name)}>
          <Icon />
          <span>
            {t(`shell.${strip}`, storageWords)}
            {strip === 'installationStandby' && <WaitingWords waiting={installation.waiting} as="released" />}
            {strip === 'companyStandby' && <WaitingWords waiting={installation.waiting} as="held" />}
          </span>
          {strip === 'companyStandby' && can(user, 'settings-page:change') && (
            <Suspense>
              <ReleaseButton />
            </Suspense>
          )}
        </aside>
      )
    })
  )
}

/** Sends that start once the installation or company is activated. */
function WaitingWords({ waiting = {}, as }: Pick<Installation, 'waiting'> & { readonly as: 'released' | 'held' }) {
  const t = useText()
  const kinds = ['messages', 'schedules', 'campaigns', 'emails', 'deliveries'] as const
  const words = kinds.flatMap((kind) => (waiting[kind] ? t(`bar.waiting.${kind}`, { count: waiting[kind] }) : []))
  return words.length > 0 && <> · {t(`bar.waiting.${as}`, { what: words.join(', ') })}</>
}
