import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import type { Installation } from '../../../src/operator/contract'
import {
  type AnswerSupport,
  type SupportGrant,
  supportChanged,
  supportHours,
} from '../../../src/operator/support/contract'
import type { SupportRoutes } from '../../../src/operator/support/routes'
import { client, unwrap } from '../../shared/client'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { installationQuery } from '../../shared/installation'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { applyNews } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { leaveSupport } from '../../shared/session/access'
import { useUser } from '../../shared/session/useUser'

const { support } = client<SupportRoutes>()

const keep = (queries: QueryClient, grant: SupportGrant) =>
  applyNews(queries, installationQuery.queryKey, (known: Installation) => ({ ...known, support: grant }))

/** The operator asks to enter this company, may enter it, or is in it: one sentence, and what can be done about it. */
export function SupportStrip() {
  const queries = useQueryClient()
  const isGuest = useUser().support === true
  const now = useNow(15_000)
  const grant = useQuery(installationQuery).data?.support
  useEvent(supportChanged, ({ grant }) => keep(queries, grant))
  const isOver = !grant || (grant.until !== null && Date.parse(grant.until) <= now)
  if (isGuest) return <Guest grant={grant ?? null} />
  if (!grant || isOver || (grant.state !== 'asked' && grant.state !== 'granted')) return null
  return <Consent grant={grant} />
}

function Guest({ grant }: { grant: SupportGrant | null }) {
  const t = useText()
  const format = useFormat()
  const { name } = useUser().company
  return (
    <aside className="status-strip status-strip-warn" aria-label={t('support.name')}>
      <LifeBuoy />
      <span>
        {t('support.inside', { company: name, until: grant?.until ? format.shortDateTime(grant.until) : '' })}
      </span>
      <Button size="sm" className="ml-auto" onClick={() => void leaveSupport()}>
        {t('support.leave')}
      </Button>
    </aside>
  )
}

function Consent({ grant: { asker, reason, state, until } }: { grant: SupportGrant }) {
  const t = useText()
  const format = useFormat()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: AnswerSupport) => unwrap(support.put(body)),
    onSuccess: ({ grant }) => grant && keep(queries, grant),
    onError: toast.failure,
  })
  const words =
    state === 'asked'
      ? t('support.asks', { name: asker, reason })
      : t('support.allowed', { name: asker, until: until ? format.shortDateTime(until) : '' })
  return (
    <aside className="status-strip status-strip-warn max-sm:flex-wrap" aria-label={t('support.name')}>
      <LifeBuoy />
      <span className="flex-[1_1_12rem]">{words}</span>
      <span className="ml-auto flex flex-wrap justify-end gap-2">
        {state === 'asked' &&
          supportHours.map((hours) => (
            <Button key={hours} size="sm" disabled={isPending} onClick={() => mutate({ answer: 'grant', hours })}>
              {t('support.allow', { count: hours })}
            </Button>
          ))}
        <Button
          size="sm"
          disabled={isPending}
          onClick={() => mutate({ answer: state === 'asked' ? 'refuse' : 'revoke' })}
        >
          {t(state === 'asked' ? 'support.refuse' : 'support.revoke')}
        </Button>
      </span>
    </aside>
  )
}
