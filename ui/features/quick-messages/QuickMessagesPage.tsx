import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Paperclip, Pencil, Trash2, Upload, Zap } from 'lucide-react'
import { mayChange, type QuickMessage } from '../../../src/features/quick-messages/contract'
import { tagCreated, tagDeleted, tagUpdated } from '../../../src/features/tags/contract'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { IconButton } from '../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { StatusDot } from '../../shared/kit/StatusDot'
import { Tag } from '../../shared/kit/Tag'
import { toast } from '../../shared/kit/toast'
import { VariableText } from '../../shared/kit/VariableText'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useEvent } from '../../shared/live/useEvent'
import { saveFile } from '../../shared/saveFile'
import { useUser } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { exportSheet, quickMessages, tagsQuery } from './api'
import { ImportDialog } from './ImportDialog'
import { QuickMessageForm } from './QuickMessageForm'
import { QuickMessagesView, reaches, states } from './view'

/** Texts and files for repeated use: the company's and the user's own. */
export function QuickMessagesPage() {
  const t = useText()
  const user = useUser()
  const view = useView(QuickMessagesView)
  const rows = useRows(quickMessages, view.now)
  const { what, row, open, close } = useRowDialog<QuickMessage, 'create' | 'edit' | 'delete' | 'import'>(rows.all)
  const tags = useTags()
  const { tag, reach, state } = view.now
  const mine = (one: QuickMessage) =>
    mayChange({ ...user, userId: user.id }, { geral: one.geral, userId: one.user?.id ?? null })
  return (
    <ListPage
      title={t('quickMessages.title')}
      rows={rows}
      columns={useColumns()}
      isTall
      view={view}
      search={t('quickMessages.search')}
      filters={
        <>
          {tags.length > 0 && (
            <ChoiceFilter
              label={t('common.field.tag')}
              all={t('common.allFeminine')}
              value={tag === undefined ? undefined : String(tag)}
              onChange={(chosen) => view.change({ tag: chosen === undefined ? undefined : Number(chosen) })}
              options={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <ChoiceFilter
            label={t('quickMessages.reach')}
            value={reach}
            onChange={(reach) => view.change({ reach })}
            options={reaches.map((value) => ({ value, label: t(`quickMessages.reaches.${value}`) }))}
          />
          <ChoiceFilter
            label={t('common.field.status')}
            all={t('common.allFeminine')}
            value={state}
            onChange={(state) => view.change({ state })}
            options={states.map((value) => ({ value, label: t(`quickMessages.states.${value}`) }))}
          />
        </>
      }
      tools={<SheetMenu onImport={() => open('import')} />}
      action={{ label: t('quickMessages.new'), onSelect: () => open('create') }}
      actions={(one) =>
        mine(one)
          ? [
              {
                label: t('quickMessages.edit', one),
                icon: <Pencil />,
                isMain: true,
                onSelect: () => open('edit', one),
              },
              { label: t('quickMessages.remove', one), icon: <Trash2 />, onSelect: () => open('delete', one) },
            ]
          : []
      }
      flash={({ updatedAt }) => updatedAt}
      empty={{ icon: <Zap />, title: t('quickMessages.empty.title'), text: t('quickMessages.empty.text') }}
      noMatch={t('quickMessages.noMatch')}
    >
      {what === 'create' && <QuickMessageForm tags={tags} onClose={close} />}
      {what === 'edit' && row && <QuickMessageForm edited={row} tags={tags} onClose={close} />}
      {what === 'delete' && row && <DeleteQuickMessage quickMessage={row} onClose={close} />}
      {what === 'import' && <ImportDialog onClose={close} />}
    </ListPage>
  )
}

/** Owned by another module; refetched when one changes. */
function useTags() {
  const queries = useQueryClient()
  const ask = () => void queries.invalidateQueries({ queryKey: tagsQuery.queryKey })
  useEvent(tagCreated, ask)
  useEvent(tagUpdated, ask)
  useEvent(tagDeleted, ask)
  return useQuery(tagsQuery).data ?? []
}

function useColumns(): Column<QuickMessage>[] {
  const t = useText()
  const user = useUser()
  return [
    {
      id: 'shortcode',
      head: t('quickMessages.column.shortcode'),
      sort: 'shortcode',
      cell: ({ shortcode, message }) => (
        <span className="two">
          <span>/{shortcode}</span>
          <small className="truncate">
            <VariableText text={message} />
          </small>
        </span>
      ),
    },
    {
      id: 'media',
      head: t('common.field.file'),
      width: '16%',
      phone: 'line',
      cell: ({ mediaName }) =>
        mediaName && (
          <span className="flex min-w-0 items-center gap-1.5 text-muted" title={mediaName}>
            <Paperclip className="size-3.5! shrink-0" />
            <span className="truncate">{mediaName}</span>
          </span>
        ),
    },
    {
      id: 'tag',
      head: t('common.field.tag'),
      width: '14%',
      phone: 'bare',
      cell: ({ tag }) => tag && <Tag tag={tag} />,
    },
    {
      id: 'reach',
      head: t('quickMessages.column.reach'),
      width: '14%',
      phone: 'bare',
      cell: ({ geral, user: owner }) =>
        geral
          ? t('quickMessages.reaches.general')
          : owner && owner.id !== user.id
            ? t('quickMessages.reaches.of', owner)
            : t('quickMessages.reaches.own'),
    },
    {
      id: 'state',
      head: t('common.field.status'),
      width: '8rem',
      phone: 'end',
      cell: ({ status }) => (
        <StatusDot tone={status ? 'ok' : 'off'}>
          {t(`quickMessages.states.${status ? 'active' : 'inactive'}`)}
        </StatusDot>
      ),
    },
  ]
}

function SheetMenu({ onImport }: { onImport(): void }) {
  const t = useText()
  const take = (format: 'xlsx' | 'csv') =>
    void exportSheet(format, t('quickMessages.title')).then(saveFile, (failure: unknown) =>
      toast.error(errorText(t, failure)),
    )
  return (
    <Menu
      trigger={
        <IconButton label={t('quickMessages.sheet')} size="md">
          <FileSpreadsheet />
        </IconButton>
      }
    >
      <MenuItem icon={<Upload />} onSelect={onImport}>
        {t('quickMessages.import.action')}
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => take('xlsx')}>
        {t('quickMessages.exportAs', { format: 'Excel (.xlsx)' })}
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => take('csv')}>
        {t('quickMessages.exportAs', { format: 'CSV' })}
      </MenuItem>
    </Menu>
  )
}

function DeleteQuickMessage({ quickMessage, onClose }: { quickMessage: QuickMessage; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(quickMessages)
  const { id, shortcode, geral } = quickMessage
  return (
    <DeleteDialog
      title={t('quickMessages.delete.title', { shortcode })}
      confirm={t('quickMessages.delete.confirm')}
      done={t('quickMessages.delete.done', { shortcode })}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => <p>{t(geral ? 'quickMessages.delete.general' : 'quickMessages.delete.own')}</p>}
    </DeleteDialog>
  )
}
