import { FileText, Paperclip, Pencil, Plus, Trash2 } from 'lucide-react'
import { manageTemplates, type Template } from '../../../../src/features/email/templates/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { DeleteDialog } from '../../../shared/kit/DeleteDialog'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { StatusDot } from '../../../shared/kit/StatusDot'
import { useCrud, useRows } from '../../../shared/live/useCrud'
import { useMay } from '../../../shared/session/useUser'
import { ChoiceFilter } from '../../../shared/table/ChoiceFilter'
import type { Column } from '../../../shared/table/columns'
import { DataTable } from '../../../shared/table/DataTable'
import { useRowDialog } from '../../../shared/table/useRowDialog'
import { useView } from '../../../shared/table/useView'
import { spoken } from '../editor/names'
import { Frame } from '../Frame'
import { TemplatesView, templateStates } from '../view'
import { templates } from './api'
import { EditTemplate, TemplateForm } from './TemplateForm'

/** The company's templates; everybody uses them, administrators and supervisors change them. */
export function TemplatesPage() {
  const t = useText()
  const mayChange = useMay()(manageTemplates)
  const view = useView(TemplatesView)
  const rows = useRows(templates, view.now)
  const { what, row, open, close } = useRowDialog<Template, 'create' | 'edit' | 'delete'>(rows.all)
  const create = (
    <Button tone="primary" icon={<Plus />} onClick={() => open('create')}>
      {t('mailTemplates.new')}
    </Button>
  )
  return (
    <Frame
      place="templates"
      actions={
        <>
          <SearchBox
            label={t('mailTemplates.search')}
            value={view.now.search ?? ''}
            onSearch={(words) => view.change({ search: words || undefined })}
          />
          <ChoiceFilter
            label={t('common.field.status')}
            value={view.now.state}
            onChange={(state) => view.change({ state })}
            options={templateStates.map((value) => ({ value, label: t(`mailTemplates.states.${value}`) }))}
          />
          {mayChange && create}
        </>
      }
    >
      <DataTable
        rows={rows}
        columns={useColumns()}
        isTall
        view={view}
        actions={(one) =>
          mayChange
            ? [
                {
                  label: t('mailTemplates.edit', one),
                  icon: <Pencil />,
                  isMain: true,
                  onSelect: () => open('edit', one),
                },
                {
                  label: t('mailTemplates.remove', one),
                  icon: <Trash2 />,
                  isDanger: true,
                  onSelect: () => open('delete', one),
                },
              ]
            : []
        }
        flash={({ updatedAt }) => updatedAt}
        empty={
          <EmptyState
            heading="h2"
            icon={<FileText />}
            title={t('mailTemplates.empty.title')}
            actions={mayChange && create}
          >
            {t('mailTemplates.empty.text')}
          </EmptyState>
        }
        noMatch={
          <EmptyState heading="h2" icon={<FileText />} title={t('mailTemplates.none')}>
            {t('mailTemplates.noMatch')}
          </EmptyState>
        }
      />
      {what === 'create' && <TemplateForm onClose={close} />}
      {what === 'edit' && row && <EditTemplate id={row.id} name={row.name} onClose={close} />}
      {what === 'delete' && row && <DeleteTemplate template={row} onClose={close} />}
    </Frame>
  )
}

function useColumns(): Column<Template>[] {
  const t = useText()
  return [
    {
      id: 'name',
      head: t('mailTemplates.column.name'),
      sort: 'name',
      cell: ({ name, preview }) => (
        <span className="two">
          <span>{name}</span>
          <small className="truncate">{spoken(t, preview)}</small>
        </span>
      ),
    },
    {
      id: 'subject',
      head: t('mailTemplates.column.subject'),
      width: '26%',
      phone: 'line',
      cell: ({ subject }) => <span className="block truncate">{spoken(t, subject)}</span>,
    },
    {
      id: 'files',
      head: t('mailTemplates.column.files'),
      width: '7rem',
      phone: 'bare',
      cell: ({ files }) =>
        files > 0 && (
          <span className="flex items-center gap-1 text-muted nums">
            <Paperclip className="size-3.5!" aria-hidden="true" />
            {files}
          </span>
        ),
    },
    {
      id: 'author',
      head: t('mailTemplates.column.author'),
      width: '16%',
      phone: 'none',
      cell: ({ user }) => user && <span className="block truncate">{user.name}</span>,
    },
    {
      id: 'state',
      head: t('common.field.status'),
      width: '8rem',
      phone: 'end',
      cell: ({ active }) => (
        <StatusDot tone={active ? 'ok' : 'off'}>
          {t(`mailTemplates.states.${active ? 'active' : 'inactive'}`)}
        </StatusDot>
      ),
    },
  ]
}

function DeleteTemplate({ template: { id, name }, onClose }: { template: Template; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(templates)
  return (
    <DeleteDialog
      title={t('mailTemplates.delete.title', { name })}
      confirm={t('mailTemplates.delete.confirm')}
      done={t('mailTemplates.delete.done', { name })}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => <p>{t('mailTemplates.delete.text')}</p>}
    </DeleteDialog>
  )
}
