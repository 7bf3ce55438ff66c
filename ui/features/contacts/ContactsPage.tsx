import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import {
  Ban,
  Contact,
  FileDown,
  History,
  Mail,
  Merge,
  MessageSquare,
  Pencil,
  ShieldX,
  TextSearch,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { type ContactRow, contactDeleted, contactRestored } from '../../../src/contacts/contract'
import { hasMenu } from '../../../src/tenancy/contract'
import { ChannelFilter } from '../../shared/figures/places'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { Face } from '../../shared/kit/Face'
import { IconButton } from '../../shared/kit/IconButton'
import { Menu, MenuChoice } from '../../shared/kit/Menu'
import { StatusDot } from '../../shared/kit/StatusDot'
import { Tag } from '../../shared/kit/Tag'
import { useRows } from '../../shared/live/useCrud'
import { useEvent } from '../../shared/live/useEvent'
import { storedOfPerson } from '../../shared/session/ofPerson'
import { useMay, useUser } from '../../shared/session/useUser'
import { useSettings } from '../../shared/settings/useSettings'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column, RowAction } from '../../shared/table/columns'
import { DateRangeFilter } from '../../shared/table/DateRangeFilter'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView, type View } from '../../shared/table/useView'
import { connectionNamesQuery, contactList, countAtom, recentMergesQuery } from './api'
import { BulkActions } from './BulkActions'
import { channelWithoutBlock } from './blocking'
import { CreateContactForm } from './ContactForm'
import { categories } from './categories/api'
import { DeleteContact, DeleteSeveral } from './DeleteContact'
import { EditContact } from './EditContact'
import { DuplicatesNotice } from './merge/DuplicatesNotice'
import { MergeDialog } from './merge/MergeDialog'
import { MergesDialog } from './merge/MergesDialog'
import { contactName, useNumberText } from './names'
import { EraseDialog, exportPersonalData, usePersonalDataRights } from './PersonalData'
import { tagsOf } from './spec'
import { chatWithAtom } from './startChat'
import { ImportExportMenu } from './transfer/ImportExportMenu'
import { BlockDialog, useBlock } from './useBlock'
import { ContactsView, type SearchPlace, searchPlaces, states } from './view'

const isPlace = (value: unknown): value is SearchPlace => searchPlaces.some((place) => place === value)
/** What the search covers, per user. */
const searchInAtom = storedOfPerson<SearchPlace>('contacts.searchIn', 'both', isPlace)

/** The number of e-mail in the menu. */
const EMAIL_MENU = 28

type DialogName = 'create' | 'edit' | 'merge' | 'merges' | 'block' | 'erase' | 'delete'

/** All contacts of the company. */
export function ContactsPage() {
  const t = useText()
  const { number } = useFormat()
  const view = useView(ContactsView)
  const searchIn = useAtomValue(searchInAtom)
  const isLimited = useIsLimited()
  const may = useMay()
  const rows = useRows(contactList, {
    ...view.now,
    ...(view.now.search && { searchIn }),
    ...(isLimited && { isLimited }),
  })
  const count = useAtomValue(countAtom)
  const { what, row, open, close } = useRowDialog<ContactRow, DialogName>(rows.all)
  const [dropping, setDropping] = useState<readonly number[]>([])
  const [pair, setPair] = useState<readonly ContactRow[]>([])
  const all = rows.all ?? []
  return (
    <ListPage
      title={t('contacts.title')}
      rows={rows}
      count={rows.hasMore && count !== null ? number(count) : undefined}
      columns={useColumns()}
      view={view}
      search={t(`contacts.search.${searchIn}`)}
      hasManyFilters
      filters={<Filters view={view} />}
      notice={<DuplicatesNotice />}
      tools={
        may('contacts-page:mergeContacts') && (
          <IconButton label={t('contacts.merge.recent')} size="md" onClick={() => open('merges')}>
            <History />
          </IconButton>
        )
      }
      imports={<ImportExportMenu />}
      action={{ label: t('contacts.new'), onSelect: () => open('create') }}
      actions={useActions(open)}
      bulk={(ids, clear) => (
        <BulkActions
          chosen={all.filter(({ id }) => ids.includes(id))}
          onDelete={() => setDropping(ids)}
          onMerge={setPair}
          onDone={clear}
        />
      )}
      flash={({ name, number, email, active, contactCategoryId }) =>
        `${name} ${number} ${email} ${active} ${contactCategoryId}`
      }
      tone={({ active }) => (active ? undefined : 'off')}
      isTall
      nameOf={(contact) => contactName({ contact })}
      empty={{ icon: <Contact />, title: t('contacts.empty.title'), text: t('contacts.empty.text') }}
      noMatch={t(isLimited ? 'contacts.noMatchLimited' : 'contacts.noMatch')}
    >
      {what === 'create' && <CreateContactForm onClose={close} />}
      {what === 'edit' && row && <EditContact id={row.id} onClose={close} />}
      {what === 'merge' && row && <MergeDialog contact={row} onClose={close} />}
      {pair[0] && pair[1] && <MergeDialog contact={pair[0]} other={pair[1]} onClose={() => setPair([])} />}
      {what === 'merges' && <MergesDialog contactId={row?.id} onClose={close} />}
      {what === 'block' && row && <BlockDialog contact={row} open onClose={close} />}
      {what === 'erase' && row && <EraseDialog contact={row} onClose={close} />}
      {what === 'delete' && row && <DeleteContact contact={row} onClose={close} />}
      {dropping.length > 0 && <DeleteSeveral ids={dropping} onClose={() => setDropping([])} />}
    </ListPage>
  )
}

/** With the restricted search, attendants find only contacts they have a ticket with, or by the whole number. */
function useIsLimited(): boolean {
  const { profile } = useUser()
  const settings = useSettings()
  return (
    profile === 'user' && settings.some(({ key, value }) => key === 'restrictedContactSearch' && value === 'enabled')
  )
}

function Filters({ view }: { view: View<ContactsView> }) {
  const t = useText()
  const [searchIn, setSearchIn] = useAtom(searchInAtom)
  const offered = useQuery(categories.list()).data ?? []
  const connections = useQuery(connectionNamesQuery).data ?? []
  const { category, connection, channel, state, from, to } = view.now
  return (
    <>
      <Menu
        align="start"
        trigger={
          <IconButton label={`${t('contacts.searchIn')}: ${t(`contacts.place.${searchIn}`)}`} size="md">
            <TextSearch />
          </IconButton>
        }
      >
        <MenuChoice<SearchPlace>
          label={t('contacts.searchIn')}
          value={searchIn}
          onChange={setSearchIn}
          options={searchPlaces.map((value) => ({ value, label: t(`contacts.place.${value}`) }))}
        />
      </Menu>
      {offered.length > 0 && (
        <ChoiceFilter<string>
          label={t('common.field.category')}
          all={t('common.allFeminine')}
          value={category === undefined ? undefined : String(category)}
          onChange={(id) => view.change({ category: id === undefined ? undefined : Number(id) })}
          options={offered.map(({ id, descricao }) => ({ value: String(id), label: descricao }))}
        />
      )}
      {(connections.length > 1 || connection !== undefined) && (
        <ChoiceFilter<string>
          label={t('contacts.connection')}
          all={t('common.allFeminine')}
          value={connection === undefined ? undefined : String(connection)}
          onChange={(id) => view.change({ connection: id === undefined ? undefined : Number(id) })}
          options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <ChannelFilter channel={channel} onChange={(channel) => view.change({ channel })} />
      <ChoiceFilter
        label={t('contacts.state.label')}
        all={t('common.allFeminine')}
        value={state}
        onChange={(state) => view.change({ state })}
        options={states.map((value) => ({ value, label: t(`contacts.state.${value}`) }))}
      />
      <DateRangeFilter label={t('contacts.created')} value={{ from, to }} onChange={view.change} />
    </>
  )
}

function useActions(open: (what: DialogName, row: ContactRow) => void): (contact: ContactRow) => readonly RowAction[] {
  const t = useText()
  const merged = new Set((useMergesOfRows() ?? []).map(({ into }) => into.id))
  const chatWith = useSetAtom(chatWithAtom)
  const unblock = useBlock()
  const may = useMay()
  const personalDataRights = usePersonalDataRights()
  const navigate = useNavigate()
  const hasEmail = hasMenu(useUser().company.plan, EMAIL_MENU)
  return (contact) => {
    const name = contactName({ contact })
    const { mayExport, mayErase } = personalDataRights(contact)
    return [
      { label: t('contacts.chat', { name }), icon: <MessageSquare />, onSelect: () => chatWith(contact) },
      ...(hasEmail && contact.email
        ? [
            {
              label: t('contacts.email', { name }),
              icon: <Mail />,
              onSelect: () => void navigate({ to: '/Email', search: { contact: contact.id } }),
            },
          ]
        : []),
      { label: t('common.row.edit', { name }), icon: <Pencil />, isMain: true, onSelect: () => open('edit', contact) },
      contact.active
        ? {
            label: t(channelWithoutBlock(contact) ? 'contacts.ignore' : 'contacts.block', { name }),
            icon: <Ban />,
            onSelect: () => open('block', contact),
          }
        : { label: t('contacts.unblock', { name }), icon: <Undo2 />, onSelect: () => unblock.mutate(contact) },
      ...(may('contacts-page:mergeContacts')
        ? [{ label: t('contacts.merge.with', { name }), icon: <Merge />, onSelect: () => open('merge', contact) }]
        : []),
      ...(merged.has(contact.id)
        ? [{ label: t('contacts.merge.undoIn', { name }), icon: <History />, onSelect: () => open('merges', contact) }]
        : []),
      ...(mayExport
        ? [
            {
              label: t('contacts.personalData', { name }),
              icon: <FileDown />,
              onSelect: () => exportPersonalData(contact),
            },
          ]
        : []),
      ...(may('contacts-page:deleteContact')
        ? [
            {
              label: t('common.row.delete', { name }),
              icon: <Trash2 />,
              isDanger: true,
              onSelect: () => open('delete', contact),
            },
          ]
        : []),
      ...(mayErase
        ? [
            {
              label: t('contacts.erase.of', { name }),
              icon: <ShieldX />,
              isDanger: true,
              onSelect: () => open('erase', contact),
            },
          ]
        : []),
    ]
  }
}

/** Merges that can be undone, with the permission. */
function useMergesOfRows() {
  const may = useMay()
  const { data, refetch } = useQuery({ ...recentMergesQuery, enabled: may('contacts-page:mergeContacts') })
  useEvent(contactDeleted, ({ mergedInto }) => void (mergedInto !== null && refetch()))
  useEvent(contactRestored, () => void refetch())
  return data
}

function useColumns(): Column<ContactRow>[] {
  const t = useText()
  const numberText = useNumberText()
  return [
    {
      id: 'id',
      head: t('contacts.column.id'),
      sort: 'id',
      width: '3.25rem',
      yields: 'first',
      phone: 'none',
      cell: ({ id }) => <span className="nums text-muted">{id}</span>,
    },
    {
      id: 'name',
      head: t('contacts.column.name'),
      sort: 'name',
      phone: 'lead',
      cell: (contact) => (
        <span className="person max-w-full">
          <Face name={contactName({ contact })} src={contact.profilePicUrl} size={1.75} />
          <span className="two min-w-0">
            <span className="line-clamp-2 wrap-anywhere" dir="auto">
              {contactName({ contact })}
            </span>
            {contact.email && <small className="truncate">{contact.email}</small>}
          </span>
        </span>
      ),
    },
    {
      id: 'number',
      head: t('common.field.number'),
      width: '10.5rem',
      phone: 'bare',
      cell: (contact) => <span className={contact.number === null ? 'text-faint' : 'nums'}>{numberText(contact)}</span>,
    },
    {
      id: 'category',
      head: t('common.field.category'),
      width: '12%',
      phone: 'bare',
      cell: ({ categoria }) => categoria && <span className="block truncate">{categoria.descricao}</span>,
    },
    {
      id: 'tags',
      head: t('contacts.column.tags'),
      width: '10%',
      phone: 'line',
      yields: 'second',
      cell: (contact) => {
        const [first, ...more] = tagsOf(contact)
        return (
          first && (
            <span className="flex items-center gap-1.5" title={[first, ...more].map(({ name }) => name).join(', ')}>
              <Tag tag={first} isClipped />
              {more.length > 0 && <span className="text-xs text-faint">+{more.length}</span>}
            </span>
          )
        )
      },
    },
    {
      id: 'last',
      head: t('contacts.column.last'),
      sort: 'last',
      width: '7.75rem',
      cell: ({ lastInteractionAt }) =>
        lastInteractionAt ? <Ago at={lastInteractionAt} /> : <span className="text-faint">—</span>,
    },
    {
      id: 'state',
      head: t('common.field.status'),
      width: '6.5rem',
      phone: 'end',
      cell: ({ active }) => (
        // On a phone only unusual states are shown.
        <span className={active ? 'max-sm:hidden' : undefined}>
          <StatusDot tone={active ? 'ok' : 'off'}>{t(active ? 'contacts.active' : 'contacts.blocked')}</StatusDot>
        </span>
      ),
    },
  ]
}
