import { Contact, Pencil } from 'lucide-react'
import type { ContactSummary } from '../../../src/contacts/contract'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useRows } from '../../shared/live/useCrud'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { contactList } from './api'
import { EditContact } from './ContactForm'
import { contactName, useNumberText } from './names'
import { ContactsView, states } from './view'

/** Everybody who has written to the company, or is to be written to. */
export function ContactsPage() {
  const t = useText()
  const view = useView(ContactsView)
  const rows = useRows(contactList, view.now)
  const { what, row, open, close } = useRowDialog<ContactSummary, 'edit'>(rows.all)
  return (
    <ListPage
      title={t('contacts.title')}
      rows={rows}
      columns={useColumns()}
      view={view}
      search={t('contacts.search')}
      filters={
        <ChoiceFilter
          label={t('contacts.state.label')}
          value={view.now.state}
          onChange={(state) => view.change({ state })}
          options={states.map((value) => ({ value, label: t(`contacts.state.${value}`) }))}
        />
      }
      actions={(contact) => [
        { label: t('contacts.edit', contact), icon: <Pencil />, onSelect: () => open('edit', contact) },
      ]}
      flash={({ name, number, email, active }) => `${name} ${number} ${email} ${active}`}
      tone={({ active }) => (active ? undefined : 'off')}
      nameOf={({ name }) => name}
      empty={{ icon: <Contact />, title: t('contacts.empty.title'), text: t('contacts.empty.text') }}
      noMatch={t('contacts.noMatch')}
    >
      {what === 'edit' && row && <EditContact id={row.id} onClose={close} />}
    </ListPage>
  )
}

function useColumns(): Column<ContactSummary>[] {
  const t = useText()
  const numberText = useNumberText()
  return [
    {
      id: 'id',
      head: t('contacts.column.id'),
      sort: 'id',
      width: '5rem',
      isWideOnly: true,
      phone: 'none',
      cell: ({ id }) => id,
    },
    {
      id: 'name',
      head: t('contacts.column.name'),
      sort: 'name',
      phone: 'lead',
      cell: (contact) => (
        <span className="person">
          <Face name={contactName({ contact })} src={contact.profilePicUrl} size={1.75} />
          <span className="truncate">{contactName({ contact })}</span>
        </span>
      ),
    },
    {
      id: 'number',
      head: t('contacts.column.number'),
      width: '11rem',
      phone: 'bare',
      cell: (contact) =>
        contact.number === null ? <span className="text-faint">{numberText(contact)}</span> : numberText(contact),
    },
    {
      id: 'email',
      head: t('contacts.column.email'),
      phone: 'line',
      isWideOnly: true,
      cell: ({ email }) => email && <span className="block truncate">{email}</span>,
    },
    {
      id: 'state',
      head: t('contacts.column.state'),
      width: '8rem',
      phone: 'end',
      cell: ({ active }) => (
        <StatusDot tone={active ? 'ok' : 'off'}>{t(active ? 'contacts.active' : 'contacts.blocked')}</StatusDot>
      ),
    },
  ]
}
