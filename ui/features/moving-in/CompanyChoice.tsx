import { Check, TriangleAlert } from 'lucide-react'
import { type CompanySummary, FILES } from '../../../src/moving-in/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { kindName, reasonText } from './reportText'
import { countThere, warningsOf } from './rules'

type Props = {
  companies: readonly CompanySummary[]
  leftOut: ReadonlySet<string>
  onChange(leftOut: ReadonlySet<string>): void
}

/** The companies there, with what each would bring; Space leaves one out, or takes it in again. */
export function CompanyChoice({ companies, leftOut, onChange }: Props) {
  const t = useText()
  const toggle = (id: string) =>
    onChange(leftOut.has(id) ? leftOut.difference(new Set([id])) : leftOut.union(new Set([id])))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="move-scroll" tabIndex={0} aria-label={t('movingIn.dry.companies')}>
      <table className="grid-table grid-table-tall move-companies">
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('movingIn.dry.company')}
            </th>
            <th scope="col" className="num">
              {t('movingIn.dry.people')}
            </th>
            <th scope="col" className="num">
              {t('movingIn.dry.contacts')}
            </th>
            <th scope="col" className="num">
              {t('movingIn.dry.conversations')}
            </th>
            <th scope="col" className="num">
              {t('movingIn.dry.messages')}
            </th>
            <th scope="col" className="num">
              {t('movingIn.dry.files')}
            </th>
            <th scope="col" className="text-left!">
              {t('movingIn.dry.notice')}
            </th>
          </tr>
        </thead>
        <tbody>
          {companies.map((company) => (
            <Row
              key={company.theirs}
              company={company}
              isLeftOut={leftOut.has(company.theirs)}
              onToggle={() => toggle(company.theirs)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = { company: CompanySummary; isLeftOut: boolean; onToggle(): void }

function Row({ company, isLeftOut, onToggle }: RowProps) {
  const t = useText()
  const { number } = useFormat()
  const count = (what: string) => countThere(company, what)
  const [connections, queues] = [count('connections'), count('queues')]
  return (
    <tr data-off={isLeftOut || undefined}>
      <td className="w-9 pr-0!">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary align-middle"
          aria-label={t('movingIn.dry.bring', { name: company.name })}
          checked={!isLeftOut}
          onChange={onToggle}
        />
      </td>
      <td className="lead">
        <span className="person">
          <Face name={company.name} size={2} />
          <span className="two">
            <span>{company.name}</span>
            <small>
              {company.isAgain && company.id !== null && company.id !== 1
                ? t('movingIn.dry.again')
                : t('movingIn.dry.parts', {
                    connections: t('movingIn.dry.connections', { n: number(connections), count: connections }),
                    queues: t('movingIn.dry.queues', { n: number(queues), count: queues }),
                  })}
            </small>
          </span>
        </span>
      </td>
      {['users', 'contacts', 'tickets', 'messages', FILES].map((what) => (
        <td key={what} className="num">
          {number(count(what))}
        </td>
      ))}
      <td className="text-left! whitespace-normal!">
        <Notices company={company} isLeftOut={isLeftOut} />
      </td>
    </tr>
  )
}

const MOST_NOTICES = 2

function Notices({ company, isLeftOut }: Pick<RowProps, 'company' | 'isLeftOut'>) {
  const t = useText()
  const { number } = useFormat()
  if (isLeftOut) return <span className="text-faint">{t('movingIn.dry.leftOut')}</span>
  const warnings = warningsOf(company)
  if (warnings.length === 0)
    return (
      <span className="move-notice text-success-ink">
        <Check />
        {t('movingIn.dry.whole')}
      </span>
    )
  const more = warnings.length - MOST_NOTICES
  return (
    <span className="grid gap-0.5">
      {warnings.slice(0, MOST_NOTICES).map(({ what, reason, count }) => (
        <span key={`${what} ${reason}`} className="move-notice text-warning-ink">
          <TriangleAlert />
          <span>
            {t('movingIn.dry.because', {
              count,
              what: kindName(t, what),
              reason: reasonText(t, reason),
            })}
          </span>
        </span>
      ))}
      {more > 0 && (
        <span className="pl-5.5 text-xs text-faint">{t('movingIn.dry.more', { n: number(more), count: more })}</span>
      )}
    </span>
  )
}
