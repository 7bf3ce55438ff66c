/** The specification's permission table, verbatim: a change here changes the product. */
import { expect, test } from 'bun:test'
import { can, type SpinePermission } from '../../src/users/permissions'

const table: Readonly<Record<SpinePermission, string>> = {
  'dashboard:view': 'admin supervisor',
  'moments:view': 'admin supervisor',
  'drawer-admin-items:view': 'admin',
  'tickets-manager:showall': 'admin supervisor',
  'users-page:view': 'admin supervisor',
  'users-page:change': 'admin',
  'ticket-options:deleteTicket': 'admin',
  'ticket-messages:seeDeleted': 'admin',
  'ticket-options:transferWhatsapp': 'admin supervisor',
  'contacts-page:deleteContact': 'admin',
  'contacts-page:mergeContacts': 'admin supervisor',
  'contacts-page:exportContacts': 'admin',
  'parameters-page:change': 'admin supervisor',
  'contacts-page:importContacts': 'admin supervisor',

  'connections-page:actionButtons': 'admin',
  'connections-page:addConnection': 'admin',
  'connections-page:editOrDeleteConnection': 'admin',
  'queues-page:change': 'admin',
  'user-modal:connectionAccess': 'admin',
  'settings-page:change': 'admin',
  'audit-log:view': 'admin',
  'tickets-manager:filterUsers': 'admin',
  'tickets-manager:preview': 'admin',
  'simulator-page:use': 'admin',
}
const permissions = Object.keys(table) as SpinePermission[] // the keys of a record over them

test.each(permissions)('%s is granted as in the specification', (permission) => {
  const may = (['admin', 'supervisor', 'user'] as const).filter((profile) =>
    can({ profile, allUserChat: false }, permission),
  )
  expect(may.join(' ')).toBe(table[permission])
})

test('allUserChat shows all tickets like an admin, and grants nothing else', () => {
  const gained = permissions.filter((permission) => can({ profile: 'user', allUserChat: true }, permission))
  expect(gained).toEqual(['tickets-manager:showall'])
})
