import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, ChevronDown, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { SavedView } from '../../../src/features/reports/views/contract'
import { useText } from '../../shared/i18n/useText'
import { localDay } from '../../shared/i18n/zoned'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { Popover } from '../../shared/kit/Popover'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { useUser } from '../../shared/session/useUser'
import type { View } from '../../shared/table/useView'
import { createView, deleteView, viewsQuery } from './api'
import { addressOf, filterOf, isShown } from './saved'
import type { ReportsView } from './view'

const ViewForm = lazyPart(() => import('./ViewForm').then((file) => file.ViewForm))

/** Filters kept under a name: own ones, and those that colleagues share. */
export function SavedViews({ view }: { view: View<ReportsView> }) {
  const t = useText()
  const client = useQueryClient()
  const today = localDay(Date.now(), useUser().company.timeZone)
  const [isOpen, setOpen] = useState(false)
  const [form, setForm] = useState<SavedView | 'new' | null>(null)
  const { data } = useQuery(viewsQuery)
  const views = data?.views ?? []
  const shown = views.find(({ filter }) => isShown(filter, view.now, today))
  const reload = () => client.invalidateQueries({ queryKey: viewsQuery.queryKey })
  const restore = async ({ name, filter, isShared, mailAt }: SavedView) => {
    await createView({ name, filter, isShared, isMailed: mailAt !== null })
    await reload()
  }
  const edit = (one: SavedView | 'new') => {
    setOpen(false)
    setForm(one)
  }
  const remove = useMutation({
    mutationFn: (one: SavedView) => deleteView(one.id),
    onSuccess: (_, one) => {
      toast.undo(t('reports.views.removed', one), () => restore(one))
      return reload()
    },
    onError: toast.failure,
  })
  return (
    <>
      <Popover
        label={t('reports.views.title')}
        align="end"
        className="grid w-80 gap-1 p-2"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button aria-label={t('reports.views.title')}>
            <Bookmark />
            <span className="max-w-40 truncate">{shown?.name ?? t('reports.views.title')}</span>
            <ChevronDown />
          </Button>
        }
      >
        {views.length === 0 && <p className="p-2 text-sm text-muted">{t('reports.views.none')}</p>}
        {views.length > 0 && (
          <ul>
            {views.map((one) => (
              <li key={one.id} className="flex items-center gap-1">
                <button
                  type="button"
                  className="menu-row min-w-0 flex-1 text-left"
                  aria-current={one === shown || undefined}
                  onClick={() => {
                    view.change(addressOf(one.filter, today))
                    setOpen(false)
                  }}
                >
                  <span className="two min-w-0">
                    <span className="truncate">{one.name}</span>
                    {!one.isOwn && <small>{t('reports.views.by', { name: one.userName })}</small>}
                    {one.mailAt !== null && <small>{t('reports.views.mailed')}</small>}
                  </span>
                </button>
                {one.isOwn && (
                  <>
                    <IconButton size="sm" label={t('reports.views.edit', one)} onClick={() => edit(one)}>
                      <Pencil />
                    </IconButton>
                    <IconButton size="sm" label={t('reports.views.remove', one)} onClick={() => remove.mutate(one)}>
                      <Trash2 />
                    </IconButton>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        <div className="grid border-t border-line pt-1">
          <Button size="sm" tone="ghost" className="justify-start" onClick={() => edit('new')}>
            <Plus />
            {t('reports.views.save')}
          </Button>
        </div>
      </Popover>
      {form && (
        <Suspense>
          <ViewForm
            saved={form === 'new' ? null : form}
            filter={filterOf(view.now, today)}
            canMail={data?.canMail ?? false}
            onSaved={reload}
            onClose={() => setForm(null)}
          />
        </Suspense>
      )}
    </>
  )
}
