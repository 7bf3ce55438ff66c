import { Check, CircleAlert, Hourglass, Minus, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Finding } from '../../../../src/channels/meta/cloud/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { Button } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { checkNames, countOpen } from './checks'
import type { Official } from './useOfficial'

/** `isDone`: Meta has called our address. Null: the number is not connected yet. */
type Props = { official: Official; webhook: { readonly isDone: boolean } | null }

/** What was found to be right and wrong, beside the fields. */
export function CheckList({ official, webhook }: Props) {
  const t = useText()
  const { findings, checkedAt, isChecking, failure } = official
  const open = countOpen(findings)
  return (
    <aside aria-label={t('connections.official.checks')}>
      <div className="split-bar flex-nowrap">
        <div className="min-w-0">
          <b className="block font-semibold">{t('connections.official.checks')}</b>
          <span className="text-xs text-faint" role="status">
            {isChecking ? (
              t('connections.official.checking')
            ) : checkedAt === null ? (
              t('connections.official.notChecked')
            ) : (
              <>
                <Ago at={new Date(checkedAt).toISOString()} />, {t('connections.official.open', { count: open })}
              </>
            )}
          </span>
        </div>
        <Button
          size="sm"
          className="ml-auto flex-none"
          icon={<RotateCw />}
          busy={isChecking}
          disabled={!official.isComplete}
          onClick={official.checkNow}
        >
          {t('connections.official.check')}
        </Button>
      </div>
      {failure && <ErrorNote className="mx-5 mb-2">{errorText(t, failure)}</ErrorNote>}
      <ul className="found split-scroll content-start px-5 pb-4">
        {checkNames.map((name) => {
          const finding = findings.find(({ check }) => check === name)
          return finding ? (
            <FindingRow key={name} finding={finding} />
          ) : (
            <Row key={name} state="off" name={t(`connections.official.name.${name}`)}>
              {t('connections.official.waits')}
            </Row>
          )
        })}
        <Row
          state={webhook === null ? 'off' : webhook.isDone ? 'good' : 'wait'}
          name={t(webhook?.isDone ? 'connections.official.webhook.called' : 'connections.official.webhook.notCalled')}
        >
          {t(webhook === null ? 'connections.official.webhook.after' : 'connections.official.webhook.byItself')}
        </Row>
      </ul>
    </aside>
  )
}

function FindingRow({ finding: { check, state, fault, answer } }: { finding: Finding }) {
  const t = useText()
  const name = fault === null ? t(`connections.official.good.${check}`) : t(`connections.official.bad.${check}`)
  const why = fault === null ? null : (t.find(`connections.official.fault.${fault}`, { answer: answer ?? '' }) ?? null)
  return (
    <Row state={state} name={state === 'wait' ? t(`connections.official.name.${check}`) : name}>
      {[why, why?.includes(answer ?? '\0') ? null : answer].filter(Boolean).join(' ')}
    </Row>
  )
}

type State = Finding['state'] | 'off'
const icons: Record<State, ReactNode> = {
  good: <Check />,
  warn: <TriangleAlert />,
  bad: <CircleAlert />,
  wait: <Hourglass />,
  off: <Minus />,
}

const Row = ({ state, name, children }: { state: State; name: string; children: ReactNode }) => (
  <li className={state}>
    {icons[state]}
    <span className="min-w-0">
      <b>{name}</b>
      <small className="wrap-anywhere">{children}</small>
    </span>
  </li>
)
