import { useMutation } from '@tanstack/react-query'
import { Copy, X } from 'lucide-react'
import type { ErrorState } from '../../../../src/features/monitor/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { IconButton } from '../../../shared/kit/IconButton'
import { scrolled } from '../../../shared/kit/scrolled'
import { toast } from '../../../shared/kit/toast'
import { forgetError } from '../api'

/** Errors by cause. The latest one's reference finds it in the log. */
export function ErrorsPart({ errors }: { errors: readonly ErrorState[] }) {
  const t = useText()
  return (
    <section aria-label={t('monitor.errors')} {...scrolled}>
      <h2 className="half-head">
        {t('monitor.errors')} <small>{t('monitor.errorsHint')}</small>
      </h2>
      {errors.length === 0 ? (
        <p className="half-none">{t('monitor.noErrors')}</p>
      ) : (
        <table className="grid-table half-table grid-table-tall">
          <thead>
            <tr>
              <th scope="col">{t('monitor.column.error')}</th>
              <th scope="col" className="num">
                {t('monitor.column.times')}
              </th>
              <th scope="col">{t('monitor.column.first')}</th>
              <th scope="col">{t('monitor.column.last')}</th>
              <th>
                <span className="sr-only">{t('monitor.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {errors.map((error) => (
              <ErrorRow key={error.key} error={error} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function ErrorRow({ error }: { error: ErrorState }) {
  const t = useText()
  const { number } = useFormat()
  const { key, words, error: cause, place, reference, count, companies, firstAt, lastAt } = error
  const forget = useMutation({ mutationFn: () => forgetError(key), onError: toast.failure })
  const copy = () =>
    void navigator.clipboard?.writeText(reference ?? '').then(() => toast.success(t('monitor.copied')), toast.failure)
  return (
    <tr>
      <td className="lead">
        <span className="two max-w-88 overflow-hidden text-ellipsis">
          <span className="block truncate" title={cause}>
            {cause}
          </span>
          <small className="truncate">
            {reference && (
              <button type="button" className="mono text-xs! underline underline-offset-2" onClick={copy}>
                {reference} <Copy className="inline size-3!" />
              </button>
            )}{' '}
            {place || words}
          </small>
        </span>
      </td>
      <td className="num">
        <span className="two">
          <span>{number(count)}</span>
          {companies > 0 && <small>{t('monitor.inCompanies', { count: companies })}</small>}
        </span>
      </td>
      <td>
        <Ago at={firstAt} />
      </td>
      <td>
        <Ago at={lastAt} />
      </td>
      <td>
        <IconButton size="sm" label={t('monitor.forget')} disabled={forget.isPending} onClick={() => forget.mutate()}>
          <X />
        </IconButton>
      </td>
    </tr>
  )
}
