import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Globe, Plug, QrCode } from 'lucide-react'
import { type CompanySummary, FILES } from '../../../src/moving-in/contract'
import type { MovingIn } from '../../../src/operator/moving-in/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { forgetSource, movingInQuery } from './api'
import { ReportButtons } from './ReportButtons'
import { kindName, reasonText } from './reportText'
import { type Line, linesOf, partsOf } from './rules'

type Props = { data: MovingIn; result: NonNullable<MovingIn['result']> }

/** What came: there, here, and a reason for each difference. */
export function ResultStep({ result }: Props) {
  const t = useText()
  const format = useFormat()
  const { report, startedAt, endedAt } = result
  const { companies } = report
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000
  const n = format.number(companies.length)
  return (
    <div className="move">
      <div className="move-main">
        <div className="move-head">
          <span className="move-mark">
            <Check />
          </span>
          <div className="min-w-0 flex-1">
            <h2>{t('movingIn.done.title', { n, count: companies.length, span: format.span(Math.max(1, seconds)) })}</h2>
            <p>{t('movingIn.done.text', { when: format.shortDateTime(endedAt) })}</p>
          </div>
          <div className="flex max-md:w-full max-md:*:ml-0!">
            <ReportButtons />
          </div>
        </div>
        <Sums lines={linesOf(partsOf(report))} />
        <Companies companies={companies} />
      </div>
      <aside className="move-side">
        <Todo companies={companies} />
      </aside>
    </div>
  )
}

function Sums({ lines }: { lines: readonly Line[] }) {
  const t = useText()
  const { number } = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="move-scroll" tabIndex={0} aria-label={t('movingIn.done.kindsLabel')}>
      <table className="grid-table move-sums">
        <thead>
          <tr>
            <th scope="col">{t('movingIn.run.kind')}</th>
            <th scope="col" className="num">
              {t('movingIn.done.there')}
            </th>
            <th scope="col" className="num">
              {t('movingIn.done.here')}
            </th>
            <th scope="col" className="num">
              {t('movingIn.done.difference')}
            </th>
            <th scope="col" className="text-left!">
              {t('movingIn.done.why')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ what, there, here, difference, why }) => (
            <tr key={what}>
              <td className="lead">{kindName(t, what)}</td>
              <td className="num">{number(there)}</td>
              <td className="num">{number(here)}</td>
              <td className="num">
                {difference === 0 ? (
                  <span className="text-success-ink">{t('movingIn.done.same')}</span>
                ) : (
                  <b className="font-semibold text-warning-ink">− {number(difference)}</b>
                )}
              </td>
              <td className="text-left! whitespace-normal!">
                {why.map(({ reason, count }) => `${number(count)} ${reasonText(t, reason)}`).join('; ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Companies({ companies }: { companies: readonly CompanySummary[] }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <section className="move-scroll" aria-label={t('movingIn.done.companiesLabel')}>
      <table className="grid-table move-sums">
        <thead>
          <tr>
            <th scope="col">{t('movingIn.run.company')}</th>
            {['users', 'contacts', 'tickets', 'messages', FILES].map((what) => (
              <th key={what} scope="col" className="num">
                {kindName(t, what)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {companies.map((company) => (
            <tr key={company.theirs}>
              <td className="lead">
                {company.name}
                {company.id !== null && <small className="nums ml-2 text-xs text-faint">{company.id}</small>}
              </td>
              {['users', 'contacts', 'tickets', 'messages', FILES].map((what) => (
                <td key={what} className="num">
                  {number(company.imported[what] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What nobody can do for the operator, and how to begin another move. */
function Todo({ companies }: { companies: readonly CompanySummary[] }) {
  const t = useText()
  const { number } = useFormat()
  const queries = useQueryClient()
  const next = useMutation({
    mutationFn: forgetSource,
    onSuccess: (fresh) => queries.setQueryData(movingInQuery.queryKey, fresh),
    onError: toast.failure,
  })
  const taken = companies.flatMap(({ sessions }) => sessions).filter(({ outcome }) => outcome === 'taken').length
  const connections = companies.reduce((sum, { imported }) => sum + (imported.connections ?? 0), 0)
  const toLink = Math.max(0, connections - taken)
  return (
    <>
      <section>
        <h2 className="font-semibold">{t('movingIn.done.todo')}</h2>
        <ul className="move-reasons">
          {toLink > 0 && (
            <li>
              <QrCode className="text-warning-ink!" />
              <span>
                <b>{t('movingIn.done.link', { n: number(toLink), count: toLink })}</b>
                <small>{t('movingIn.done.linkText')}</small>
              </span>
            </li>
          )}
          {taken > 0 && (
            <li>
              <Check className="text-success-ink!" />
              <span>
                <b>{t('movingIn.done.taken', { n: number(taken), count: taken })}</b>
                <small>{t('movingIn.done.takenText')}</small>
              </span>
            </li>
          )}
          <li>
            <Globe />
            <span>
              <b>{t('movingIn.done.address')}</b>
              <small>{t('movingIn.done.addressText', { host: location.host })}</small>
            </span>
          </li>
          <li>
            <Plug />
            <span>
              <b>{t('movingIn.done.integrations')}</b>
              <small>{t('movingIn.done.integrationsText')}</small>
            </span>
          </li>
        </ul>
      </section>
      <section>
        <h2 className="font-semibold">{t('movingIn.done.old')}</h2>
        <p className="mt-1 text-sm text-muted">{t('movingIn.done.oldText')}</p>
      </section>
      <section>
        <Button size="sm" busy={next.isPending} onClick={() => next.mutate()}>
          {t('movingIn.done.next')}
        </Button>
        <p className="mt-2 text-xs text-muted">{t('movingIn.done.nextHint')}</p>
      </section>
    </>
  )
}
