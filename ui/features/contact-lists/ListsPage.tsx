import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import { ClipboardList, Download, FileUp, FolderOpen, Pencil, Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import type { ContactList } from '../../../src/features/contact-lists/contract'
import { manageCampaigns } from '../../../src/outbound/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { saveFile } from '../../shared/saveFile'
import { useMay } from '../../shared/session/useUser'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { contactLists, fetchExample, fetchList } from './api'
import { CheckProgress } from './CheckProgress'
import { ListForm } from './ListForm'
import { ImportProgress, useRunningImport } from './ListImport'
import { shownImportAtom } from './shown'
import { ListsView } from './view'

const ListImport = lazyPart(() => import('./ListImport').then((file) => file.ListImport))

export function ListsPage() {
  return useMay()(manageCampaigns) ? <Lists /> : <RefusedPage needs={manageCampaigns} />
}

/** All lists: entries, checked numbers, and actions. */
function Lists() {
  const t = useText()
  const view = useView(ListsView)
  const { search } = view.now
  const rows = useRows(contactLists, search ? { search } : {})
  const { what, row, open, close } = useRowDialog<ContactList, 'create' | 'edit' | 'import' | 'delete'>(rows.all)
  const [shown, show] = useAtom(shownImportAtom)
  const { data: shownList } = useQuery({ ...contactLists.one(shown?.listId ?? 0), enabled: shown !== null })
  const goTo = useGoTo()
  const example = useMutation({
    mutationFn: () => fetchExample(t('contactLists.exampleName')),
    onSuccess: saveFile,
    onError: toast.failure,
  })
  return (
    <ListPage
      title={t('contactLists.title')}
      rows={rows}
      columns={useColumns()}
      view={view}
      search={t('contactLists.search')}
      tools={
        <Button icon={<Download />} busy={example.isPending} onClick={() => example.mutate()}>
          {t('contactLists.example')}
        </Button>
      }
      action={{ label: t('contactLists.new'), onSelect: () => open('create') }}
      actions={(list) => [
        { label: t('contactLists.open', list), icon: <FolderOpen />, onSelect: () => goTo(list) },
        { label: t('contactLists.importInto', list), icon: <FileUp />, onSelect: () => open('import', list) },
        { label: t('common.row.edit', list), icon: <Pencil />, onSelect: () => open('edit', list) },
        {
          label: t('common.row.delete', list),
          icon: <Trash2 />,
          isDanger: true,
          onSelect: () => open('delete', list),
        },
      ]}
      flash={({ name, contactsCount }) => `${name} ${contactsCount}`}
      isTall
      empty={{
        icon: <ClipboardList />,
        title: t('contactLists.empty.title'),
        text: t('contactLists.empty.text'),
      }}
    >
      {what === 'create' && <ListForm onSaved={goTo} onClose={close} />}
      {what === 'edit' && row && <ListForm list={row} onClose={close} />}
      {what === 'delete' && row && <DeleteList list={row} onClose={close} />}
      <Suspense>
        {what === 'import' && row && <ListImport list={row} onClose={close} />}
        {shown && shownList && <ListImport key={shown.id} list={shownList} id={shown.id} onClose={() => show(null)} />}
      </Suspense>
    </ListPage>
  )
}

function useGoTo() {
  const navigate = useNavigate()
  return ({ id }: ContactList) =>
    void navigate({ to: '/contact-lists/$contactListId/contacts', params: { contactListId: String(id) } })
}

function useColumns(): Column<ContactList>[] {
  const t = useText()
  const { number, date } = useFormat()
  const counter = (id: 'valid' | 'invalid' | 'blacklist', of: (list: ContactList) => number): Column<ContactList> => ({
    id,
    head: t(`contactLists.column.${id}`),
    numeric: true,
    width: '7.5rem',
    cell: (list) => <span className={of(list) === 0 ? 'text-faint' : undefined}>{number(of(list))}</span>,
  })
  return [
    {
      id: 'name',
      head: t('contactLists.column.name'),
      sort: 'name',
      phone: 'lead',
      cell: ({ id, name }) => (
        <Link
          to="/contact-lists/$contactListId/contacts"
          params={{ contactListId: String(id) }}
          className="block hover:underline truncate font-medium"
        >
          {name}
        </Link>
      ),
    },
    {
      id: 'contacts',
      head: t('contactLists.column.contacts'),
      width: '17rem',
      phone: 'line',
      cell: (list) => <Count list={list} />,
    },
    counter('valid', ({ validCount }) => validCount),
    counter('invalid', ({ invalidCount }) => invalidCount),
    counter('blacklist', ({ blacklistCount }) => blacklistCount),
    {
      id: 'created',
      head: t('contactLists.column.created'),
      width: '7rem',
      yields: 'first',
      phone: 'none',
      cell: ({ createdAt }) => date(createdAt),
    },
  ]
}

function Count({ list: { id, contactsCount, check } }: { list: ContactList }) {
  const { number } = useFormat()
  const run = useRunningImport(id)
  return (
    <span className="two">
      <span className="nums">{number(contactsCount)}</span>
      {run ? <ImportProgress run={run} /> : check && <CheckProgress check={check} />}
    </span>
  )
}

function DeleteList({ list: { id, name }, onClose }: { list: ContactList; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(contactLists)
  return (
    <DeleteDialog
      title={t('contactLists.delete.title', { name })}
      confirm={t('common.act.delete')}
      done={t('contactLists.delete.done', { name })}
      counts={() => fetchList(id)}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {(list) =>
        list && (
          <p>
            {list.contactsCount > 0
              ? t('contactLists.delete.text', { count: list.contactsCount })
              : t('contactLists.delete.none')}
          </p>
        )
      }
    </DeleteDialog>
  )
}
