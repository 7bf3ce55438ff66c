import './helps.css'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { Help } from '../../../src/features/helps/contract'
import { useText } from '../../shared/i18n/useText'
import { installationQuery } from '../../shared/installation'
import { Button, buttonClass } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { SearchBox } from '../../shared/kit/SearchBox'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { helps, orderHelps } from './api'
import { HelpForm } from './HelpForm'
import { HelpItem } from './HelpItem'
import { foundHelps, minutesOf, stepped } from './spec'
import { HelpsView } from './view'

export function HelpsPage() {
  const t = useText()
  usePageTitle(t('helps.title'))
  return (
    <main className="main page">
      <Helps />
    </main>
  )
}

/**
 * Videos of the operator, one open at a time; for the operator, the rows also have tools. `isTab`: below the title and
 * the search of another page.
 */
export function Helps({ isTab = false }: { isTab?: boolean }) {
  const t = useText()
  const isOperator = useUser().super
  const rows = useRows(helps)
  const view = useView(HelpsView)
  const { what, row, open, close } = useRowDialog<Help, 'create' | 'edit' | 'delete'>(rows.all)
  const [said, say] = useState('')
  const all = rows.all ?? []
  const shown = foundHelps(all, view.now.search)

  async function move(help: Help, step: 1 | -1) {
    const ids = stepped(all, help.id, step)
    try {
      await orderHelps(ids)
      say(t('helps.moved', { name: help.title, place: ids.indexOf(help.id) + 1 }))
    } catch (failure) {
      toast.failure(failure)
    }
  }

  return (
    <>
      <div className="page-head">
        {!isTab && <h1 className="page-title">{t('helps.title')}</h1>}
        {all.length > 0 && <span className="page-count mr-auto">{countWords(t, all)}</span>}
        {all.length > 0 && !isTab && (
          <SearchBox
            label={t('helps.search')}
            value={view.now.search ?? ''}
            onSearch={(words) => view.change({ search: words || undefined })}
          />
        )}
        {isOperator ? (
          <Button tone="primary" icon={<Plus />} className="ml-1" onClick={() => open('create')}>
            {t('helps.new')}
          </Button>
        ) : (
          <Support />
        )}
      </div>
      <div className="flex-1 min-h-0 w-full max-w-6xl px-6 pt-2 pb-8 overflow-y-auto max-md:px-4">
        {!rows.all && (rows.error ? <ErrorState error={rows.error} onRetry={rows.retry} /> : <Bones />)}
        {rows.all && shown.length === 0 && (
          <EmptyState
            heading="h2"
            icon={all.length === 0 ? <LifeBuoy /> : <SearchX />}
            title={t(all.length === 0 ? 'helps.empty.title' : 'helps.empty.none')}
          >
            {all.length === 0 && t('helps.empty.text')}
          </EmptyState>
        )}
        {shown.map((help) => (
          <HelpItem
            key={help.id}
            help={help}
            isOpen={view.now.open === help.id}
            onToggle={() => view.change({ open: view.now.open === help.id ? undefined : help.id })}
            tools={
              isOperator && {
                isFirst: all[0]?.id === help.id || shown.length < all.length,
                isLast: all.at(-1)?.id === help.id || shown.length < all.length,
                onMove: (step) => void move(help, step),
                onEdit: () => open('edit', help),
                onDelete: () => open('delete', help),
              }
            }
          />
        ))}
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
      {what === 'create' && <HelpForm onClose={close} />}
      {what === 'edit' && row && <HelpForm edited={row} onClose={close} />}
      {what === 'delete' && row && <DeleteHelp help={row} onClose={close} />}
    </>
  )
}

function countWords(t: ReturnType<typeof useText>, all: readonly Help[]): string {
  const minutes = minutesOf(all)
  const videos = t('helps.count', { count: all.length })
  return minutes === 0 ? videos : `${videos}, ${t('helps.minutes', { count: minutes })}`
}

function Support() {
  const t = useText()
  const address = useQuery(installationQuery).data?.supportUrl
  if (!address) return null
  return (
    <a className={buttonClass('plain', 'md')} href={address} target="_blank" rel="noopener noreferrer">
      <LifeBuoy />
      {t('helps.support')}
    </a>
  )
}

function Bones() {
  const t = useText()
  return (
    <div className="grid gap-6 py-5" role="status" aria-label={t('common.loading')}>
      <Skeleton width="60%" />
      <Skeleton width="45%" />
      <Skeleton width="55%" />
    </div>
  )
}

function DeleteHelp({ help: { id, title }, onClose }: { help: Help; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(helps)
  return (
    <DeleteDialog
      title={t('helps.delete.title', { name: title })}
      confirm={t('helps.delete.confirm')}
      done={t('helps.delete.done')}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => <p>{t('helps.delete.text')}</p>}
    </DeleteDialog>
  )
}
