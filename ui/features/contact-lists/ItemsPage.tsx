import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { FileUp, ListX, Pencil, Trash2, Users } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { identityOf } from '../../../src/contacts/contract'
import type { ContactList, ContactListItem } from '../../../src/features/contact-lists/contract'
import { manageCampaigns } from '../../../src/outbound/contract'
import { DeadEnd } from '../../shared/DeadEnd'
import { formatPhone } from '../../shared/i18n/phone'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { BackLink } from '../../shared/kit/BackLink'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { StatusDot } from '../../shared/kit/StatusDot'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { ApiError } from '../../shared/session/failure'
import { useMay } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { AddContacts } from './AddContacts'
import { contactLists, countAtom, listItems } from './api'
import { CheckProgress } from './CheckProgress'
import { ItemForm } from './ItemForm'
import { ImportProgress, useRunningImport } from './ListImport'
import { ItemsView, itemStates } from './view'

const ListImport = lazyPart(() => import('./ListImport').then((file) => file.ListImport))
const route = getRouteApi('/private/contact-lists/$contactListId/contacts')

export function ItemsPage() {
  return useMay()(manageCampaigns) ? <FoundList /> : <RefusedPage needs={manageCampaigns} />
}

function FoundList() {
  const t = useText()
  const id = Number(route.useParams().contactListId)
  const { data: list, error } = useQuery({ ...contactLists.one(id), enabled: Number.isSafeInteger(id) && id > 0 })
  const isGone = list === null || !(id > 0) || (error instanceof ApiError && error.status === 404)
  if (isGone)
    return (
      <DeadEnd icon={<ListX />} title={t('contactLists.title')}>
        {t('contactLists.gone')}
      </DeadEnd>
    )
  return <Items key={id} listId={id} list={list} />
}

/** The entries of a list. */
function Items({ listId, list }: { listId: number; list: ContactList | undefined }) {
  const t = useText()
  const { number } = useFormat()
  const view = useView(ItemsView)
  const { search, state } = view.now
  const wanted = useMemo(
    () => ({ listId, ...(search && { search }), ...(state && { state }) }),
    [listId, search, state],
  )
  const rows = useRows(listItems, wanted)
  const counted = useAtomValue(countAtom)
  // Unfiltered: the list's own count is kept current by events.
  const count = view.isNarrowed ? counted : list?.contactsCount
  const { what, row, open, close } = useRowDialog<
    ContactListItem,
    'create' | 'contacts' | 'edit' | 'import' | 'delete'
  >(rows.all)
  return (
    <ListPage
      title={list?.name ?? t('contactLists.title')}
      rows={rows}
      count={rows.hasMore && count != null ? number(count) : undefined}
      columns={useColumns()}
      view={view}
      search={t('common.searchNameOrNumber')}
      noMatch={t('contactLists.items.noMatch')}
      filters={
        <ChoiceFilter
          label={t('common.field.status')}
          all={t('common.allFeminine')}
          value={state}
          onChange={(state) => view.change({ state })}
          options={itemStates.map((value) => ({ value, label: t(`contactLists.items.states.${value}`) }))}
        />
      }
      back={<BackLink to="/contact-lists" label={t('contactLists.items.lists')} />}
      tabs={
        <>
          <Button onClick={() => open('contacts')}>{t('contactLists.items.fromContacts')}</Button>
          <Button icon={<FileUp />} onClick={() => open('import')}>
            {t('contactLists.items.import')}
          </Button>
        </>
      }
      notice={<Progress listId={listId} list={list} />}
      action={{ label: t('common.act.add'), onSelect: () => open('create') }}
      actions={(item) => [
        { label: t('common.row.edit', item), icon: <Pencil />, isMain: true, onSelect: () => open('edit', item) },
        {
          label: t('common.row.delete', item),
          icon: <Trash2 />,
          isDanger: true,
          onSelect: () => open('delete', item),
        },
      ]}
      flash={({ name, number, username, email, isWhatsappValid, inBlacklist }) =>
        `${name} ${number} ${username} ${email} ${isWhatsappValid} ${inBlacklist}`
      }
      tone={({ inBlacklist }) => (inBlacklist ? 'off' : undefined)}
      isTall
      empty={{
        icon: <Users />,
        title: t('contactLists.items.empty.title'),
        text: t('contactLists.items.empty.text'),
      }}
    >
      {what === 'create' && <ItemForm listId={listId} onClose={close} />}
      {what === 'contacts' && <AddContacts listId={listId} onClose={close} />}
      {what === 'edit' && row && <ItemForm listId={listId} item={row} onClose={close} />}
      {what === 'delete' && row && <DeleteItem item={row} onClose={close} />}
      <Suspense>{what === 'import' && list && <ListImport list={list} onClose={close} />}</Suspense>
    </ListPage>
  )
}

function Progress({ listId, list }: { listId: number; list: ContactList | undefined }) {
  const run = useRunningImport(listId)
  if (!run && !list?.check) return null
  return (
    <div className="px-4 pb-3 sm:px-6">
      {run ? <ImportProgress run={run} /> : list?.check && <CheckProgress check={list.check} />}
    </div>
  )
}

function useColumns(): Column<ContactListItem>[] {
  const t = useText()
  return [
    {
      id: 'name',
      head: t('common.field.name'),
      phone: 'lead',
      cell: (item) => (
        <span className="two">
          <span className="truncate" dir="auto">
            {item.name}
          </span>
          <Facts item={item} />
        </span>
      ),
    },
    {
      id: 'number',
      head: t('common.field.number'),
      width: '12rem',
      phone: 'bare',
      cell: (item) => <span className="nums">{identityOf(item, formatPhone) ?? t('contact.hidden')}</span>,
    },
    {
      id: 'whatsapp',
      head: t('contactLists.items.column.whatsapp'),
      width: '11rem',
      phone: 'bare',
      cell: ({ isWhatsappValid }) => <Validity is={isWhatsappValid} />,
    },
    {
      id: 'blacklist',
      head: t('contactLists.items.column.blacklist'),
      width: '8rem',
      phone: 'end',
      cell: (item) => <BlacklistToggle item={item} />,
    },
  ]
}

function Facts({ item: { email, extraInfo } }: { item: ContactListItem }) {
  const facts = [email, ...extraInfo.map(({ name, value }) => `${name}: ${value}`)].filter(Boolean).join(' · ')
  return (
    facts && (
      <small className="truncate" title={facts}>
        {facts}
      </small>
    )
  )
}

function Validity({ is }: { is: boolean | null }) {
  const t = useText()
  if (is === null) return <StatusDot tone="wait">{t('contactLists.items.states.unchecked')}</StatusDot>
  return <StatusDot tone={is ? 'ok' : 'bad'}>{t(`contactLists.items.states.${is ? 'valid' : 'invalid'}`)}</StatusDot>
}

function BlacklistToggle({ item: { id, name, inBlacklist } }: { item: ContactListItem }) {
  const t = useText()
  const { update } = useCrud(listItems)
  const change = async (on: boolean) => {
    try {
      await update(id, { inBlacklist: on }, { inBlacklist: on })
      toast.success(t(on ? 'contactLists.items.blocked' : 'contactLists.items.unblocked', { name }))
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <Toggle
      aria-label={t('contactLists.items.blacklist', { name })}
      checked={inBlacklist}
      onChange={(on) => void change(on)}
    />
  )
}

function DeleteItem({ item: { id, name }, onClose }: { item: ContactListItem; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(listItems)
  return (
    <DeleteDialog
      title={t('contactLists.items.delete.title', { name })}
      confirm={t('contactLists.items.delete.confirm')}
      done={t('contactLists.items.delete.done', { name })}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => <p>{t('contactLists.items.delete.text')}</p>}
    </DeleteDialog>
  )
}
