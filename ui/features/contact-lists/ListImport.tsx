import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { MOST_LIST_ROWS } from '../../../src/features/contact-lists/contract'
import { importsQuery } from '../../shared/bulk-import/api'
import { ImportDialog } from '../../shared/bulk-import/ImportDialog'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { JobProgress } from '../../shared/kit/JobProgress'
import { CONTACT_LISTS } from './api'
import { runsAtom } from './shown'

type Props = {
  list: { readonly id: number; readonly name: string }
  /** An earlier import to show again. */
  id?: number | undefined
  onClose(): void
}

/** Imports a spreadsheet into one list. */
export function ListImport({ list, id, onClose }: Props) {
  const t = useText()
  return (
    <ImportDialog
      address={CONTACT_LISTS}
      uploadTo={`${CONTACT_LISTS}/${list.id}`}
      mostRows={MOST_LIST_ROWS}
      title={t('contactLists.items.importTitle', list)}
      help={
        <>
          <p>{t('contactLists.items.help')}</p>
          <p>{t('contactLists.items.numbers')}</p>
        </>
      }
      update={t('contactLists.items.update')}
      id={id}
      onClose={onClose}
    />
  )
}

/** The running import into this list: anybody's as far as events reported one, otherwise the user's own. */
export function useRunningImport(listId: number) {
  const live = useAtomValue(runsAtom)[listId]
  const { data = [] } = useQuery(importsQuery(CONTACT_LISTS))
  if (live) return live.state === 'running' ? live : undefined
  return data.find(({ subjectId, state }) => subjectId === listId && state === 'running')
}

export function ImportProgress({ run }: { run: { readonly done: number; readonly total: number } }) {
  const t = useText()
  const { number } = useFormat()
  const words = t('contactLists.importing', { done: number(run.done), total: number(run.total) })
  return <JobProgress label={words} job={{ state: 'running', done: run.done, total: run.total }} words={words} />
}
