import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import type { Finding } from '../../../../src/channels/meta/cloud/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { Button } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { webhookQuery } from './api'
import { checkNames, countOpen } from './checks'
import { FoundRow } from './FoundRow'
import type { Official } from './useOfficial'
import { WebhookRow } from './WebhookRow'

/** `made`: the connection, once the number is connected. */
type Props = { official: Official; made: ConnectionSummary | undefined }

/** What was found to be right and wrong, beside the fields. */
export function CheckList({ official, made }: Props) {
  const t = useText()
  const { findings, checkedAt, isChecking, failure } = official
  const client = useQueryClient()
  const isAsking = useIsFetching({ queryKey: webhookQuery(made?.id ?? 0).queryKey }) > 0
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
          busy={isChecking || isAsking}
          disabled={!official.isComplete}
          onClick={() => (made ? client.refetchQueries(webhookQuery(made.id)) : official.checkNow())}
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
            <FoundRow key={name} state="off" name={t(`connections.official.name.${name}`)}>
              {t('connections.official.waits')}
            </FoundRow>
          )
        })}
        {made ? (
          <WebhookRow id={made.id} calledAt={made.account?.subscribedAt ?? null} />
        ) : (
          <FoundRow state="off" name={t('connections.official.webhook.notCalled')}>
            {t('connections.official.webhook.after')}
          </FoundRow>
        )}
      </ul>
    </aside>
  )
}

function FindingRow({ finding: { check, state, fault, answer } }: { finding: Finding }) {
  const t = useText()
  const name = fault === null ? t(`connections.official.good.${check}`) : t(`connections.official.bad.${check}`)
  const why = fault === null ? null : (t.find(`connections.official.fault.${fault}`, { answer: answer ?? '' }) ?? null)
  return (
    <FoundRow state={state} name={state === 'wait' ? t(`connections.official.name.${check}`) : name}>
      {[why, why?.includes(answer ?? '\0') ? null : answer].filter(Boolean).join(' ')}
    </FoundRow>
  )
}
