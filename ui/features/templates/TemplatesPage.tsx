import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../src/channels/acts'
import type { Template } from '../../../src/channels/templates/contract'
import { TemplateCategory } from '../../../src/channels/templates/contract'
import { manageTemplates } from '../../../src/features/templates/contract'
import { useText } from '../../shared/i18n/useText'
import { BackLink } from '../../shared/kit/BackLink'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { toast } from '../../shared/kit/toast'
import { useRows } from '../../shared/live/useCrud'
import { useMay } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { connectionsQuery } from '../directory/api'
import { deleteTemplate, refreshTemplates, templates } from './api'
import { isChangeable, shownTemplates, titleOf } from './spec'
import { TemplateForm } from './TemplateForm'
import { TemplateNotes } from './TemplateNotes'
import { TemplateStatus } from './TemplateStatus'
import { TemplatesView } from './view'

/** The templates of one official number. */
export function TemplatesPage() {
  const t = useText()
  usePageTitle(t('templates.title'))
  const view = useView(TemplatesView)
  const { data } = useQuery(connectionsQuery)
  const official = data?.filter(({ channel }) => can(channel, 'templates'))
  const connection = official?.find(({ id }) => id === view.now.whatsapp) ?? official?.[0]
  if (official === undefined) return null
  if (!connection)
    return (
      <main className="main page">
        <EmptyState heading="h2" icon={<LayoutTemplate />} title={t('templates.none.connection')}>
          {t('templates.none.connectionText')}
        </EmptyState>
      </main>
    )
  return <TemplateList key={connection.id} whatsappId={connection.id} connections={official} />
}

type ListProps = { whatsappId: number; connections: readonly { readonly id: number; readonly name: string }[] }

function TemplateList({ whatsappId, connections }: ListProps) {
  const t = useText()
  const mayManage = useMay()(manageTemplates)
  const rows = useRows(templates, { whatsappId })
  const view = useView(TemplatesView)
  const { what, row, open, close } = useRowDialog<Template, 'create' | 'update' | 'delete'>(rows.all)
  return (
    <ListPage
      title={t('templates.title')}
      back={<BackLink to="/connections" label={t('templates.connections')} />}
      rows={rows}
      shown={shownTemplates(rows.all ?? [], view.now)}
      columns={useColumns()}
      view={view}
      search={t('templates.search')}
      filters={
        <>
          {connections.length > 1 && (
            <ChoiceFilter
              label={t('common.field.connection')}
              value={String(whatsappId)}
              onChange={(id) => view.change({ whatsapp: id ? Number(id) : undefined })}
              options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <ChoiceFilter
            label={t('templates.column.category')}
            all={t('common.allFeminine')}
            value={view.now.category}
            onChange={(category) => view.change({ category })}
            options={TemplateCategory.options.map((value) => ({ value, label: t(`templates.category.${value}`) }))}
          />
        </>
      }
      imports={<Refresh whatsappId={whatsappId} />}
      action={mayManage && { label: t('templates.new'), onSelect: () => open('create') }}
      actions={
        mayManage &&
        ((template) => [
          ...(isChangeable(template)
            ? [
                {
                  label: t('templates.row.edit', { name: titleOf(template.name) }),
                  icon: <Pencil />,
                  isMain: true,
                  onSelect: () => open('update', template),
                },
              ]
            : []),
          {
            label: t('templates.row.delete', { name: titleOf(template.name) }),
            icon: <Trash2 />,
            onSelect: () => open('delete', template),
          },
        ])
      }
      flash={({ status }) => status}
      empty={{ icon: <LayoutTemplate />, title: t('templates.none.title'), text: t('templates.none.text') }}
    >
      {what === 'create' && <TemplateForm whatsappId={whatsappId} onClose={close} />}
      {what === 'update' && row && <TemplateForm whatsappId={whatsappId} edited={row} onClose={close} />}
      {what === 'delete' && row && <DeleteTemplate template={row} onClose={close} />}
    </ListPage>
  )
}

function useColumns(): Column<Template>[] {
  const t = useText()
  return [
    {
      id: 'name',
      head: t('common.field.name'),
      sort: 'name',
      phone: 'lead',
      width: '15rem',
      cell: ({ name }) => <b className="font-medium">{titleOf(name)}</b>,
    },
    {
      id: 'text',
      head: t('templates.column.text'),
      phone: 'line',
      yields: 'second',
      cell: ({ body }) => <span className="line-clamp-2 whitespace-normal text-muted wrap-anywhere">{body}</span>,
    },
    {
      id: 'language',
      head: t('templates.column.language'),
      sort: 'language',
      width: '6rem',
      cell: ({ language }) => language.replace('_', '-'),
    },
    {
      id: 'category',
      head: t('templates.column.category'),
      sort: 'category',
      width: '8rem',
      cell: ({ category }) => t(`templates.category.${category}`),
    },
    {
      id: 'status',
      head: t('templates.column.status'),
      sort: 'status',
      width: '15rem',
      phone: 'line',
      cell: (template) => <StatusCell template={template} />,
    },
  ]
}

function StatusCell({ template }: { template: Template }) {
  return (
    <span className="state-two py-1.5">
      <TemplateStatus template={template} />
      <TemplateNotes template={template} />
    </span>
  )
}

function Refresh({ whatsappId }: { whatsappId: number }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  async function refresh() {
    setBusy(true)
    try {
      await refreshTemplates(whatsappId)
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" tone="ghost" icon={<RotateCw />} busy={busy} onClick={() => void refresh()}>
      {t('templates.refresh')}
    </Button>
  )
}

function DeleteTemplate({ template, onClose }: { template: Template; onClose(): void }) {
  const t = useText()
  const name = titleOf(template.name)
  return (
    <DeleteDialog
      title={t('templates.delete.title', { name })}
      confirm={t('templates.delete.confirm')}
      done={t('templates.delete.done', { name })}
      onDelete={() => deleteTemplate(template)}
      onClose={onClose}
    >
      {() => <p>{t('templates.delete.text')}</p>}
    </DeleteDialog>
  )
}
