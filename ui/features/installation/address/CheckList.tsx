import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check as CheckIcon, CircleAlert, CircleHelp, Copy, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { InstallationAddress } from '../../../../src/operator/certificates/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { useNow } from '../../../shared/kit/useNow'
import { addressQuery, checkAddress } from '../api'
import { nginxPart } from './rules'

type State = 'good' | 'warn' | 'bad' | 'unknown'
const icons = { good: <CheckIcon />, warn: <TriangleAlert />, bad: <CircleAlert />, unknown: <CircleHelp /> } as const

/** What the certificate stands on, each line checked, each red one with its way out. */
export function CheckList({ data }: { data: InstallationAddress }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(15_000)
  const queries = useQueryClient()
  const check = useMutation({
    mutationFn: checkAddress,
    onSuccess: (fresh) => queries.setQueryData(addressQuery.queryKey, fresh),
    onError: toast.failure,
  })
  const checkFirst = useEffectEvent(() => {
    if (data.checkedAt === null) check.mutate()
  })
  useEffect(() => checkFirst(), [])
  const { checks, port, failures, attempts } = data
  const last = attempts.find(({ state }) => state === 'failed' || state === 'issued' || state === 'renewed')
  const cause = failures > 0 ? last?.cause : null
  return (
    <section aria-label={t('installation.checks')}>
      <ul className="install-checks">
        {cause && (
          <Line state="bad" title={t(`installation.cause.${cause}.title`)}>
            {t(`installation.cause.${cause}.text`, { port: String(port), detail: last?.detail ?? '' })}
            {cause !== 'refused' && last?.detail && <span className="block text-faint">{last.detail}</span>}
          </Line>
        )}
        {checks.map(({ name, state, found, detail }) => {
          const words = { port: String(port), detail: detail || t('installation.unnamed') }
          const key = `installation.check.${name}.${found}`
          return (
            <Line
              key={name}
              state={state}
              title={t.find(`${key}.title`, words) ?? found}
              action={name === 'port80' && found === 'taken' ? <CopyNginx port={port} /> : undefined}
            >
              {t.find(`${key}.text`, words)}
            </Line>
          )
        })}
      </ul>
      <p className="flex items-center gap-2 px-6 pb-4 text-xs text-faint max-md:px-4">
        {data.checkedAt && t('installation.checkedAgo', { ago: format.ago(data.checkedAt, now) })}
        <Button tone="quiet" size="xs" icon={<RotateCw />} busy={check.isPending} onClick={() => check.mutate()}>
          {t('installation.checkAgain')}
        </Button>
      </p>
    </section>
  )
}

type LineProps = { state: State; title: string; action?: React.ReactNode; children: React.ReactNode }

function Line({ state, title, action, children }: LineProps) {
  return (
    <li data-state={state}>
      {icons[state]}
      <span>
        <b>{title}</b>
        <small>{children}</small>
      </span>
      {action}
    </li>
  )
}

function CopyNginx({ port }: { port: number }) {
  const t = useText()
  if (!('clipboard' in navigator)) return null
  const copy = () =>
    void navigator.clipboard?.writeText(nginxPart(port)).then(() => toast.success(t('common.copied')), toast.failure)
  return (
    <Button size="sm" icon={<Copy />} onClick={copy}>
      {t('installation.nginx')}
    </Button>
  )
}
