import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LoaderCircle, Network, RotateCw, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { InstallationAddress } from '../../../../src/operator/certificates/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Rich } from '../../../shared/kit/Rich'
import { toast } from '../../../shared/kit/toast'
import { useNow } from '../../../shared/kit/useNow'
import { addressQuery, renewCertificate } from '../api'
import { headOf, type Tone } from './rules'

const HOUR = 60 * 60_000

/** The state in a sentence with a date. */
export function StatusHead({ data }: { data: InstallationAddress }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(15_000)
  const queries = useQueryClient()
  const renew = useMutation({
    mutationFn: renewCertificate,
    onSuccess: (fresh) => queries.setQueryData(addressQuery.queryKey, fresh),
    onError: toast.failure,
  })
  const { head, sentence, tone } = headOf(data, now)
  const { certificate, failures, next, kind, name, state, port } = data
  const dated = (at: string) => (format.isSameDay(at, now) ? format.time(at) : format.dateTime(at))
  const spanOf = (ms: number) => {
    const days = Math.floor(ms / (24 * HOUR))
    return days > 1
      ? t('installation.days', { n: format.number(days), count: days })
      : format.span(Math.max(0, ms) / 1000)
  }
  const words = {
    name,
    port: String(port),
    issuer: certificate?.issuer ?? '',
    to: certificate ? (sentence === 'good' ? format.date(certificate.to) : format.dateTime(certificate.to)) : '',
    next: next === null ? '–' : sentence === 'good' ? format.date(next) : dated(next),
    hours: certificate
      ? format.number(Math.round((Date.parse(certificate.to) - Date.parse(certificate.from)) / HOUR))
      : '',
    span: certificate ? spanOf(Date.parse(certificate.to) - now) : '',
  }
  const canRenew = (kind === 'domain' || kind === 'ip') && state !== 'running'
  return (
    <div className="status-head">
      <span className="status-mark" data-tone={tone}>
        {state === 'running' ? <LoaderCircle className="animate-spin" /> : <MarkOf tone={tone} />}
      </span>
      <div className="min-w-0 flex-1" role="status">
        <h2>{t(`installation.head.${head}`, { n: format.number(failures), count: failures })}</h2>
        <p>
          <Rich text={t(`installation.text.${sentence}`, words)} />
        </p>
      </div>
      {canRenew && (
        <Button
          size="sm"
          tone={tone === 'bad' ? 'primary' : 'plain'}
          icon={<RotateCw />}
          busy={renew.isPending}
          onClick={() => renew.mutate()}
        >
          {t(tone === 'bad' ? 'installation.tryNow' : 'installation.renew')}
        </Button>
      )}
    </div>
  )
}

function MarkOf({ tone }: { tone: Tone }) {
  if (tone === 'plain') return <Network />
  return tone === 'good' ? <ShieldCheck /> : <ShieldAlert />
}
