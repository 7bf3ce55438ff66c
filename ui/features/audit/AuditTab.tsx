import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { ArrowRight, History } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry } from '../../../src/audit/contract'
import { auditKindsAtom, type NameOf } from '../../shared/audit'
import { outOfHoursNames } from '../../shared/form/variables'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { VariableText } from '../../shared/kit/VariableText'
import { useRows } from '../../shared/live/useCrud'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { DataTable } from '../../shared/table/DataTable'
import { DateRangeFilter } from '../../shared/table/DateRangeFilter'
import type { View } from '../../shared/table/useView'
import { connectionsQuery, peopleQuery, queuesQuery } from '../directory/api'
import { auditLog } from './api'
import {
  actionLabel,
  authorName,
  fieldLabel,
  kindLabel,
  offeredKinds,
  shownChanges,
  subjectLabel,
  valueText,
  type Words,
} from './labels'
import type { AuditView } from './view'

/** Who changed what in the company, newest first, live. */
export function AuditTab({ view }: { view: View<AuditView> }) {
  const t = useText()
  const words = useWords()
  const { kind, userId, from, to } = view.now
  const chosen = { kind: kind ?? null, userId: userId ?? null, from: from ?? null, to: to ?? null }
  const rows = useRows(auditLog, chosen)
  const people = useQuery(peopleQuery).data ?? []
  const isNarrowed = Object.values(chosen).some((one) => one !== null)
  const clear = () => view.change({ kind: undefined, userId: undefined, from: undefined, to: undefined })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap gap-2 px-4 py-3 md:px-6">
        <ChoiceFilter
          label={t('audit.what')}
          value={kind}
          onChange={(chosen) => view.change({ kind: chosen })}
          options={offeredKinds(words).map((one) => ({ value: one, label: kindLabel(words, one) }))}
        />
        <ChoiceFilter
          label={t('audit.who')}
          value={userId === undefined ? undefined : String(userId)}
          onChange={(chosen) => view.change({ userId: chosen === undefined ? undefined : Number(chosen) })}
          options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <DateRangeFilter label={t('common.field.when')} value={{ from, to }} onChange={view.change} />
      </div>
      <DataTable
        rows={rows}
        isTall
        columns={columnsOf(words)}
        view={{ sort: '', desc: false, sortBy: () => {}, isNarrowed }}
        empty={<EmptyState icon={<History />} title={t('audit.empty')} />}
        noMatch={
          <EmptyState
            icon={<History />}
            title={t('kit.noneFiltered')}
            actions={
              <Button size="sm" onClick={clear}>
                {t('kit.clearFilters')}
              </Button>
            }
          />
        }
      />
    </div>
  )
}

function columnsOf(words: Words): Column<AuditEntry>[] {
  const { t, format } = words
  return [
    {
      id: 'what',
      head: t('audit.what'),
      cell: (entry) => (
        <>
          <span className="block font-medium">{subjectLabel(words, entry) || kindLabel(words, entry.kind)}</span>
          <span className="block text-sm text-muted">
            {kindLabel(words, entry.kind)} · {actionLabel(words, entry)}
          </span>
        </>
      ),
    },
    {
      id: 'changes',
      head: t('audit.change'),
      phone: 'line',
      cell: (entry) => <Changes words={words} entry={entry} />,
    },
    { id: 'who', head: t('audit.who'), phone: 'bare', cell: (entry) => authorName(t, entry) },
    { id: 'when', head: t('common.field.when'), phone: 'end', cell: ({ at }) => format.shortDateTime(at) },
  ]
}

function useWords(): Words {
  const lists = {
    queue: useQuery(queuesQuery).data,
    person: useQuery(peopleQuery).data,
    connection: useQuery(connectionsQuery).data,
  }
  const nameOf: NameOf = (what, id) => lists[what]?.find((one) => one.id === id)?.name
  return { t: useText(), format: useFormat(), kinds: useAtomValue(auditKindsAtom), nameOf }
}

/** Lines of one entry shown at first. */
const MOST_LINES = 3

/** Old and new value; deletions have none. */
function Changes({ words, entry }: { words: Words; entry: AuditEntry }) {
  const { t } = words
  const [isWhole, showAll] = useState(false)
  const changes = shownChanges(words, entry)
  const isFolded = !isWhole && changes.length > MOST_LINES + 1
  const lines = changes.slice(0, isFolded ? MOST_LINES : undefined).map((change) => {
    const [from = '', to = ''] = [change.from, change.to].map((value) => valueText(words, entry, change.field, value))
    const field = fieldLabel(words, entry, change)
    return (
      <span key={change.field} className="block max-w-[clamp(12rem,32vw,34rem)] truncate max-md:whitespace-normal">
        {field && <span className="text-muted">{field}: </span>}
        {entry.act === 'create' ? (
          <VariableText text={to} names={outOfHoursNames} />
        ) : (
          <>
            <s className="text-muted no-underline">
              <VariableText text={from} names={outOfHoursNames} />
            </s>{' '}
            <ArrowRight
              className="inline [vertical-align:-0.125rem] text-faint size-3.5"
              aria-label={t('audit.becomes')}
            />{' '}
            <VariableText text={to} names={outOfHoursNames} />
          </>
        )}
      </span>
    )
  })
  return (
    <>
      {lines}
      {isFolded && (
        <button type="button" className="link text-sm" onClick={() => showAll(true)}>
          {t('audit.more', { count: changes.length - MOST_LINES })}
        </button>
      )}
    </>
  )
}
